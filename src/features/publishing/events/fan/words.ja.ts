import type { EventAudience, EventStatus, EventType } from '../event'

const words = {
  title: 'イベント',
  lead: 'ライブや配信の予定です。',
  ahead: 'これからのイベント',
  past: 'これまでのイベント',
  noneAhead: 'これからのイベントは、まだありません。',
  noneAheadText: '新しいイベントが決まると、ここに表示されます。',
  more: 'もっと見る',
  moreFailed: '読み込めませんでした。もう一度お試しください。',
  status: { postponed: '延期', canceled: '中止', ended: '終了' } as Partial<Record<EventStatus, string>>,
  types: {
    live: 'ライブ',
    online: 'オンライン',
    hybrid: '会場とオンライン',
    meetup: '交流会',
    release: 'リリース',
  } as Record<EventType, string>,
  audiences: { public: 'どなたでも', fanClub: '会員の方', plans: '対象プランの会員の方' } as Record<
    EventAudience,
    string
  >,
  lives: '配信',
  allGoods: 'このイベントのグッズをすべて見る',
  goods: 'グッズ',
  audience: '対象',
  plans: '対象のプラン',
  dates: '日程と会場',
  doorsOpen: (time: string) => `開場 ${time}`,
  starts: (time: string) => `開演 ${time}`,
  ends: (time: string) => `終演 ${time}`,
  online: 'オンライン',
  map: '地図を見る',
  performers: '出演者',
  about: '内容',
  contact: 'お問い合わせ先',
  notes: '注意事項',
  undated: '新しい日時は、決まりしだいお知らせします。',
  postponed: 'このイベントは延期になりました',
  postponedFrom: (date: string) => `当初の予定：${date}`,
  canceled: 'このイベントは中止になりました',
  refunds: '返金について',
  ended: 'このイベントは終了しました',
  backTo: (brand: string) => `${brand}のイベント`,
  back: 'イベントの一覧',
  unknown: 'このイベントは見つかりませんでした',
  unknownText: '公開が終わったか、アドレスが変わった可能性があります。',
  eventsOf: (brand: string) => `${brand}のライブや配信の予定。`,
  descriptionOf: (title: string, brand: string) => `${brand}の「${title}」。日程と会場をご案内します。`,
}

export type FanEventWordsText = typeof words
export default words
