import { hiraganaOf, isCalled } from '#kit/kana.ts'
import en from './words.en'
import ja from './words.ja'

/**
 * How the pages of the portal are read, and what else they are called, for the search: by hand, because no rule reads kanji.
 * The key is that of the page's label in the portal's words.
 */
export const readings = {
  home: 'ほーむ',
  dashboard: 'だっしゅぼーど すうじ ぶんせき 分析 数字 analytics',
  plans: 'ぷらん かいひ 会費 membership',
  contents: 'こんてんつ どうが きじ おしらせ 動画 記事 video news',
  contentCalendar: 'こうかいかれんだー よてい 予定 schedule',
  events: 'いべんと らいぶ live',
  comments: 'こめんと へんじ 返事 moderation',
  backNumbers: 'ばっくなんばー かこ 過去',
  profile: 'ぷろふぃーる せってい ぶらんど 設定 ブランド settings brand',
  requests: 'おといあわせ といあわせ しつもん 質問 inquiries',
  goods:
    'ぐっず しょうひん ざいこ そうりょう けいげんぜいりつ 商品 在庫 送料 軽減税率 shop stock shipping fee reduced tax',
  orders: 'ちゅうもん はっそう へんきん りょうしゅうしょ 発送 返金 領収書 shipping refund receipt',
  bin: 'ごみばこ さくじょ ふくげん 削除 復元 trash deleted restore',
  pickList: 'ぴっきんぐりすと ほうそう 梱包 pick',
  orderFiles: 'おくりじょうとついせきばんごうのふぁいる おくりじょう ついせき 送り状 追跡 csv labels tracking',
  sales: 'うりあげ',
  revenue: 'しゅうえき ふりこみ めいさい しょうひぜい 振込 明細 消費税 payout statement tax',
  bankAccount:
    'ふりこみさきこうざ こうざばんごう ぎんこう してん ゆうちょ せってい 銀行 口座番号 支店 ゆうちょ 設定 settings bank branch payout transfer',
  fans: 'ふぁん めいぼ 名簿',
  subscribers: 'こうどくしゃ かいいん たいかい かいやく 会員 退会 解約 members cancel',
  memberMoves: 'にゅうかいとたいかい にゅうかい たいかい churn',
  eventGoods: 'いべんとぐっず ぶっぱん 物販',
  eventGoodsDrafts: 'したがきとかくにん かくにん',
  pickUp: 'うけとりですく うける うけとる かいじょう 会場 venue',
  audit: 'そうさのきろく きろく ろぐ ログ log',
  members: 'めんばー すたっふ せってい スタッフ 設定 settings staff',
  clubHome: 'くらぶのほーむ',
  clubs: 'ふぁんくらぶのいちらん いちらん',
  applications:
    'かいせつのしんせい しんせい ゆうびんばんごう じゅうしょ でんわ 郵便番号 住所 電話 postal code address phone',
  account: 'あかうんと せってい めーる ぱすわーど 設定 メール パスワード settings mail password',
  fanHome: 'ふぁんのほーむ',
  help: 'へるぷ つかいかた こまった 使い方 faq',
  terms: 'りようきやく きやく',
  privacy: 'ぷらいばしー こじんじょうほう 個人情報',
  operatorHome: 'うんえいのほーむ',
  operatorQueue: 'かいせつしんせいのしんさ しんさ',
  operatorPayouts: 'おふりこみのかんり',
  operatorDisputes: 'いぎもうしたて ちゃーじばっく チャージバック',
  operatorMoney: 'かえせなかったおかね へんきん 返金',
  operatorJobs: 'かんりょうしなかったしょり',
  operatorIdentity: 'ほんにんかくにんのしんさ',
  operatorRequests: 'くらぶからのしつもん',
  newNews: 'おしらせをかく',
  newVideo: 'どうがをつくる',
  newGoods: 'ぐっずをついかする',
  newEvent: 'いべんとをさくせいする つくる',
  newStreaming: 'はいしんをつくる',
  newPlan: 'ぷらんをさくせいする つくる',
  openClub:
    'ふぁんくらぶをかいせつする ゆうびんばんごう じゅうしょ でんわ 郵便番号 住所 電話 postal code address phone',
} as const satisfies Partial<Record<keyof typeof ja, string>>

/** Both languages' names and the reading, by either name. */
const byLabel = new Map(
  (Object.keys(readings) as (keyof typeof readings)[]).flatMap((key) => {
    const all = `${ja[key]} ${en[key]} ${readings[key]}`.normalize('NFKC').toLowerCase()
    const read = { all, kana: hiraganaOf(readings[key]) }
    return [
      [ja[key], read],
      [en[key], read],
    ] as const
  }),
)

/** Whether what is called so on the screen is also called by this word, in the other language, in kana or in Latin letters. */
export const isRead = (label: string, word: string): boolean => {
  const called = byLabel.get(label)
  return called !== undefined && isCalled(called, word)
}
