import { day, type Instant } from '#kit/time.ts'
import { cancel, draft, type EventTerms, type FanEvent, postpone, publish, schedule } from '#publishing/events/event.ts'
import { eventRow } from '#publishing/events/queries.server.ts'
import { events } from '#publishing/events/tables.server.ts'
import { palettes } from '../drawings/drawings'
import { insertAll } from '../insertAll'
import { type Demo, type DemoClub, pad } from '../parts'

const hour = 3_600_000
const titles = ['ワンマンライブ', 'オンライン交流会', '新曲リリース記念会', '弾き語りの夜', '撮影会と朗読']
const inEnglish = ['One-man live', 'Online gathering', 'Release party', 'An evening solo', 'Photographs and readings']
const subjects = ['stage', 'meeting', 'disc', 'microphone', 'camera'] as const
const types = ['live', 'online', 'release', 'hybrid', 'meetup'] as const
const venues = ['渋谷 星のホール', '', '下北沢 月の書店', '横浜 港のライブハウス', '吉祥寺 森のスタジオ']
const seasons = ['冬の', '春の', '初夏の', '秋の']
const seasonsInEnglish = ['winter', 'spring', 'early summer', 'autumn']

/** 19:00 in Tokyo on the day of `at`. */
const evening = (at: Instant): Instant => Math.floor((at + 9 * hour) / day) * day + 10 * hour

export const demoEventId = (slug: string, key: string) => `event_${slug}_${key}`

/** Events of some years, a few upcoming ones, and one in each other state. */
export const demoEvents = async ({ db, at, picture }: Demo, club: DemoClub) => {
  const { tenantId, brand } = club
  const { brandId, slug } = brand
  const pictures = subjects.map((subject, n) =>
    picture(`event-${slug}-${n}`, subject, [640, 360], palettes[(n + 2) % palettes.length] ?? palettes[0]),
  )
  const said = (n: number, startAt: Instant): EventTerms => ({
    title: `${seasons[n % seasons.length]}${titles[n % titles.length]}（第${60 - n}回）`,
    catchCopy: n % 2 ? '' : '静かな夜に、歌を。',
    description: '新しいアルバムの曲を中心に、二部構成でお届けします。\n終演後に短いお話の時間があります。',
    english: {
      title: `${inEnglish[n % titles.length]}, ${seasonsInEnglish[n % seasons.length]} (no. ${60 - n})`,
      catchCopy: n % 2 ? '' : 'Songs for a quiet night.',
      description:
        'Mostly songs of the new album, in two parts.\nThere is time to talk for a little after the last song.',
    },
    keyVisualUrl: pictures[n % pictures.length] ?? '',
    eventType: types[n % types.length] ?? 'live',
    performers: [
      { name: brand.name, imageUrl: '', profile: '歌とギター。' },
      { name: '湊', imageUrl: '', profile: '鍵盤。' },
    ],
    performerLine: `${brand.name}、湊（鍵盤）`,
    schedules: [
      {
        scheduleId: `schedule_${slug}_${n}`,
        doorsOpenAt: startAt - hour / 2,
        startAt,
        endAt: startAt + 2 * hour,
        venue: {
          name: venues[n % venues.length] ?? '',
          address: n % venues.length === 1 ? '' : '東京都渋谷区神南 1-2-3',
          mapUrl: '',
        },
      },
    ],
    audience: n % 3 === 1 ? 'fanClub' : 'public',
    planIds: [],
    contact: 'お問い合わせは、このサイトのお問い合わせページからお願いします。',
    notes: '開演後の入場は、曲の合間にご案内します。',
  })
  const named = (key: string) => demoEventId(slug, key)
  const announced = (key: string, n: number, startAt: Instant) => {
    const made = Math.min(startAt - 40 * day, at - 9 * day)
    return publish(draft(named(key), said(n, startAt), made), 'published', made + day)
  }
  const many = club.seasons > 0
  const made: FanEvent[] = []
  for (let n = 0; n < (many ? 38 : 4); n++)
    made.push(announced(`past_${pad(n)}`, n + 9, evening(at - (n * 19 + 6) * day)))
  for (let n = 0; n < (many ? 6 : 1); n++) made.push(announced(`next_${n}`, n + 1, evening(at + (n * 11 + 3) * day)))
  if (many) {
    const far = evening(at + 80 * day)
    made.push(
      schedule(draft(named('scheduled'), said(7, far), at - 3 * day), at + 2 * day, at - 2 * day),
      postpone(
        announced('postponed', 8, evening(at + 20 * day)),
        { reason: '会場の設備の点検のため', times: [] },
        at - day,
      ),
      cancel(
        announced('canceled', 12, evening(at + 15 * day)),
        { reason: '出演者の体調不良のため', refundPolicy: '代金は全額お返しします。' },
        at - 2 * day,
      ),
      draft(named('draft_1'), said(13, far), at - 5 * hour),
      draft(named('draft_2'), { ...said(14, far), title: '', keyVisualUrl: '', schedules: [] }, at - 2 * hour),
    )
  }
  insertAll(
    db,
    events,
    made.map((event) => eventRow({ tenantId, brandId }, event)),
  )
}
