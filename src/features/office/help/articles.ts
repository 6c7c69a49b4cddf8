/* The articles of the help: what they are called and how they are found. Their texts are in articles.ja and articles.en. */

export const slugs = [
  'start',
  'plans',
  'team',
  'text',
  'writing',
  'video',
  'live',
  'events',
  'comments',
  'back-numbers',
  'members',
  'shipping',
  'refunds',
  'konbini',
  'fees',
  'payouts',
  'taxes',
] as const
export type Slug = (typeof slugs)[number]
/** Not among `client/routes.ts`, which every fan page loads. */
export const articlePath = (slug: Slug) => `/help/${slug}`
export const isSlug = (value: unknown): value is Slug => slugs.some((slug) => slug === value)

type Named = {
  title: string
  lead: string
}
export type Article = {
  ja: Named
  en: Named
  /** How it is read, and what else people call it, in both languages; in small letters. */
  words: string
  /** The screen in its picture (e2e/support/screens.ts); pictures are in public/help/{ja,en}. */
  picture?: string
}

export const articles: Record<Slug, Article> = {
  start: {
    ja: { title: 'ファンクラブを開設する', lead: '申請から、最初の会員を迎えるまで。' },
    en: { title: 'Open a fan club', lead: 'From the application to the first member.' },
    words:
      'かいせつ はじめる しんせい しんさ はじめて ゆうびん じゅうしょ でんわ あいこん ろご 申請 審査 使い方 郵便番号 住所 電話 アイコン ロゴ カバー start apply application first steps postal code address phone icon logo cover',
    picture: 'tenants',
  },
  plans: {
    ja: { title: 'プランを公開する・終える', lead: '価格を決めて会員を迎え、終えるときは会員の期間を守ります。' },
    en: {
      title: 'Publish and end plans',
      lead: 'Set a price, welcome members, and keep their paid time when a plan ends.',
    },
    words:
      'ぷらん かいひ ねだん かかく あーかいぶ かいやく 会費 値段 価格 アーカイブ 月額 解約 price archive membership',
    picture: 'new-plan',
  },
  team: {
    ja: { title: '一緒に運営する人を招く', lead: '役割ごとに、できることと見られるものが決まります。' },
    en: { title: 'Invite the people you work with', lead: 'Their role decides what they see and do.' },
    words:
      'すたっふ めんばー しょうたい やくわり けんげん スタッフ メンバー 招待 役割 権限 staff member invite role permission',
    picture: 'tenant',
  },
  text: {
    ja: { title: '本文と表を書く', lead: '見出し、画像、埋め込み、表。WordやExcelからの貼り付けも。' },
    en: {
      title: 'Write texts and tables',
      lead: 'Headings, pictures, embeds and tables, pasted from Word and Excel too.',
    },
    words:
      'ほんぶん ひょう がぞう みだし うめこみ はりつけ えくせる わーど 本文 表 画像 見出し 埋め込み 貼り付け エクセル ワード excel word google docs editor text table picture heading embed paste',
    picture: 'content-slash',
  },
  writing: {
    ja: { title: '書いたものを保存する', lead: '下書き、つながらないとき、ほかの人と同時に直したとき。' },
    en: { title: 'How your work is saved', lead: 'Drafts, a lost connection, and two people on one page.' },
    words: 'ほぞん したがき おふらいん きょうごう 保存 下書き オフライン 消えた save draft offline conflict lost',
    picture: 'content-versions',
  },
  video: {
    ja: { title: '動画を届ける', lead: '送信しながら書き、変換が終わったら公開します。' },
    en: { title: 'Publish a video', lead: 'Write while it is sent, publish when it is converted.' },
    words:
      'どうが あっぷろーど そうしん へんかん さむねいる アップロード 送信 変換 サムネイル upload mp4 convert thumbnail',
    picture: 'upload-going',
  },
  live: {
    ja: { title: 'OBSでライブを配信する', lead: 'サーバーとキーを入れれば、10秒で始まります。' },
    en: { title: 'Stream live with OBS', lead: 'Enter the server and the key; it begins within ten seconds.' },
    words:
      'らいぶ はいしん おーびーえす えんこーだー すとりーむきー 生配信 配信 obs ライブ ストリームキー live stream rtmp encoder bitrate',
    picture: 'content-streaming',
  },
  events: {
    ja: { title: 'イベントを知らせる', lead: '日程と会場を公開し、延期や中止も伝えます。' },
    en: { title: 'Announce an event', lead: 'Publish its dates and venues; tell when it moves or is cancelled.' },
    words:
      'いべんと らいぶ にってい かいじょう えんき ちゅうし こうえん イベント 日程 会場 延期 中止 公演 event concert date venue postpone cancel performance schedule',
    picture: 'event-draft',
  },
  comments: {
    ja: { title: 'コメントに返信し、見守る', lead: 'ブランドとしての返信、公開前の確認、通報への対応。' },
    en: { title: 'Answer and watch over comments', lead: 'Answers as the brand, a look before publishing, reports.' },
    words:
      'こめんと へんしん つうほう ひひょうじ さくじょ あらし つうち コメント 返信 通報 非表示 荒らし 公式 通知 comment reply answer report hide ban moderate notification',
    picture: 'comments-answer',
  },
  'back-numbers': {
    ja: { title: 'バックナンバーを売る', lead: '過去の月のコンテンツを、月ごとに販売します。' },
    en: { title: 'Sell back numbers', lead: 'Sell what past months brought, month by month.' },
    words: 'ばっくなんばー かこ つき 過去 月 past months archive sell',
    picture: 'back-numbers',
  },
  members: {
    ja: { title: 'だれが何を見られるか', lead: '会員の期間と月から決まり、理由を調べられます。' },
    en: { title: 'Who can see what', lead: 'Membership and month decide; the reason can be looked up.' },
    words:
      'かいいん えつらん みられない たいかい かいやく 会員 閲覧 見られない 退会 解約 access cannot see membership left cancel',
    picture: 'subscribers',
  },
  shipping: {
    ja: { title: 'グッズを発送する', lead: '注文の準備から、送り状、伝票番号のお知らせまで。' },
    en: { title: 'Ship goods', lead: 'From preparing orders to labels and tracking numbers.' },
    words:
      'はっそう おくりじょう ついせき ぴっきんぐ こんぽう そうりょう じゅうしょ ゆうびん いらいぬし さしだしにん 発送 送り状 追跡 梱包 伝票 送料 住所 郵便番号 依頼主 差出人 shipping label tracking parcel pack fee address postal code sender',
    picture: 'orders',
  },
  refunds: {
    ja: { title: '返金する', lead: '全額も一部も。コンビニ払いは購入者の口座へ。' },
    en: { title: 'Refund an order', lead: 'All of it or a part; store payments go to the buyer’s account.' },
    words:
      'へんきん とりけし きゃんせる ちゃーじばっく へんぴん 返金 取り消し キャンセル チャージバック 返品 refund cancel chargeback dispute money back',
    picture: 'order',
  },
  konbini: {
    ja: { title: 'コンビニ払いのしくみ', lead: '期限、延長、更新、手数料。' },
    en: { title: 'Payments at convenience stores', lead: 'Deadline, extension, renewal and fee.' },
    words:
      'こんびに しはらい きげん えんちょう ばんごう コンビニ 支払い 期限 延長 払込 konbini convenience store voucher deadline',
    picture: 'order-extend',
  },
  fees: {
    ja: { title: '手数料と受け取る金額', lead: '会員が払う金額から、何が引かれるか。' },
    en: { title: 'Fees and what you receive', lead: 'What is taken of what a member pays.' },
    words: 'てすうりょう りようりょう うけとり ないわけ 手数料 利用料 受け取り 内訳 fee fees net amount cost',
    picture: 'new-plan',
  },
  payouts: {
    ja: { title: '売上を受け取る', lead: '締め、振込日、口座と本人確認。' },
    en: { title: 'Get paid', lead: 'Closing the month, the day of the transfer, account and identity.' },
    words:
      'ふりこみ にゅうきん こうざ ほんにんかくにん しめ ふりこみさき 振込 入金 口座 本人確認 締め 銀行 支店 payout bank account identity transfer',
    picture: 'revenue',
  },
  taxes: {
    ja: { title: '税と帳簿', lead: 'インボイス、支払明細書、仕訳、前受金。' },
    en: { title: 'Taxes and books', lead: 'Invoices, statements, journals and advances.' },
    words:
      'ぜい しょうひぜい いんぼいす しわけ まえうけきん かくていしんこく ふりー やよい とうろくばんごう りょうしゅうしょ 税 消費税 インボイス 登録番号 適格請求書 領収書 仕訳 前受金 確定申告 税理士 けいげんぜいりつ しょくひん 軽減税率 食品 飲料 8% tax reduced food invoice registration number receipt journal freee yayoi accountant',
    picture: 'revenue-month',
  },
}
