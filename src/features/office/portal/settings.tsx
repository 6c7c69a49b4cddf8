import { routes } from '#client/routes.ts'
import { adminRoles, type Role, roles } from '#kit/contract.ts'
import { type Called, hiraganaOf, isCalled } from '#kit/kana.ts'
import { mailSettings } from '../notifications/notification'
import type { readings } from './readings'

type Brand = { tenantId: string; brandId: string }
type Setting = {
  /** What it is called on its screen. */
  ja: string
  en: string
  /** How it is read, what is written there, and what else people call it, in both languages; in small letters. */
  words: string
  /** The page that it stands on. */
  page: keyof typeof readings
  /** Who may change it; null: everybody, as it is their own. */
  roles: readonly Role[] | null
  href: (brand: Brand) => string
}

const ofProfile = (anchor?: string) => ({
  page: 'profile' as const,
  roles: adminRoles,
  href: (brand: Brand) => routes.profile(brand, anchor === undefined ? {} : { hash: anchor }),
})
const ofClub = (roles: readonly Role[]) => ({
  page: 'clubHome' as const,
  roles,
  href: ({ tenantId }: Brand) => routes.tenant({ tenantId }),
})
const ofAccount = { page: 'account' as const, roles: null, href: () => routes.account() }

/** Settings that stand on a page of another name: whoever looks for one types what it is about. */
export const settings = {
  legalNotice: {
    ja: '特定商取引法に基づく表記',
    en: 'Notice by the Specified Commercial Transactions Act',
    words:
      'とくていしょうとりひきほうにもとづくひょうき とくしょうほう じゅうしょ しょざいち ゆうびんばんごう でんわばんごう へんぴん せきにんしゃ 特商法 特商 住所 所在地 郵便番号 電話番号 返品 責任者 販売業者 legal address postal code zip phone seller refund policy',
    ...ofProfile('legalNotice'),
  },
  invoiceNumber: {
    ja: '適格請求書発行事業者の登録番号',
    en: 'Qualified invoice issuer number',
    words:
      'てきかくせいきゅうしょはっこうじぎょうしゃのとうろくばんごう いんぼいす とうろくばんごう しょうひぜい りょうしゅうしょ インボイス 登録番号 消費税 領収書 tax invoice registration number receipt',
    ...ofProfile('invoiceNumber'),
  },
  freeShippingOver: {
    ja: '送料無料になる金額',
    en: 'Free shipping from',
    words: 'そうりょうむりょうになるきんがく そうりょう 送料 shipping fee postage',
    ...ofProfile('freeShippingOver'),
  },
  graceDays: {
    ja: '支払いの猶予',
    en: 'Days of grace',
    words:
      'しはらいのゆうよ ゆうよ えんたい こうしん みばらい 猶予 延滞 未払い 更新 grace period unpaid renewal failed',
    ...ofProfile('graceDays'),
  },
  commentPolicy: {
    ja: 'コメントできる人',
    en: 'Who may comment',
    words: 'こめんとできるひと しょうにん きょか 承認 許可 受け付ける comments approval',
    ...ofProfile('commentPolicy'),
  },
  icon: {
    ja: 'アイコン',
    en: 'Icon',
    words: 'あいこん ろご がぞう ロゴ 画像 logo picture avatar',
    ...ofProfile('icon'),
  },
  cover: {
    ja: 'カバー画像',
    en: 'Cover picture',
    words: 'かばーがぞう へっだー はいけい ヘッダー バナー 背景 header banner background',
    ...ofProfile('cover'),
  },
  brandName: {
    ja: 'ブランドの名前',
    en: 'Name of the brand',
    words: 'ぶらんどのなまえ なまえ 名称 name',
    ...ofProfile(),
  },
  description: {
    ja: '紹介文',
    en: 'Introduction',
    words: 'しょうかいぶん じこしょうかい せつめい 自己紹介 説明 description about',
    ...ofProfile('description'),
  },
  welcomeLetter: {
    ja: '入会した方への手紙',
    en: 'Letter to new members',
    words: 'にゅうかいしたかたへのてがみ うぇるかむ あいさつ お礼 挨拶 welcome letter thanks',
    ...ofProfile('welcomeLetter'),
  },
  accentColor: {
    ja: 'テーマの色',
    en: 'Theme colour',
    words: 'てーまのいろ いろ はいしょく 配色 カラー color theme accent',
    ...ofProfile(),
  },
  links: {
    ja: 'リンク',
    en: 'Links',
    words: 'りんく えすえぬえす こうしきさいと sns 公式サイト twitter youtube instagram social website',
    ...ofProfile(),
  },
  pageOrder: {
    ja: 'ページの並び',
    en: 'Order of the page',
    words: 'ぺーじのならび じゅんばん れいあうと 順番 レイアウト 先頭 layout pin first',
    ...ofProfile(),
  },
  identity: {
    ja: '本人確認',
    en: 'Identity',
    words:
      'ほんにんかくにん めんきょしょう みぶんしょう 免許証 身分証 書類 マイナンバーカード kyc document passport licence',
    page: 'bankAccount',
    roles: ['owner'],
    href: (brand: Brand) => routes.bankAccount(brand, { hash: 'identity' }),
  },
  sender: {
    ja: 'ご依頼主の住所',
    en: 'Sender’s address',
    words:
      'ごいらいぬしのじゅうしょ そうりぬし さしだしにん ゆうびんばんごう でんわばんごう はっそうもと ご依頼主 差出人 発送元 郵便番号 住所 電話番号 sender postal code zip phone shipping from',
    page: 'orderFiles',
    roles: ['owner', 'admin', 'shipper'],
    href: (brand: Brand) => routes.orderFiles(brand),
  },
  invite: {
    ja: 'メンバーを招待',
    en: 'Invite someone',
    words:
      'めんばーをしょうたい しょうたい やくわり けんげん ついか スタッフ 役割 権限 追加 staff member role permission add',
    ...ofClub(adminRoles),
  },
  clubName: {
    ja: 'クラブの名前',
    en: 'Name of the club',
    words: 'くらぶのなまえ なまえ 名称 変更 rename',
    ...ofClub(['owner']),
  },
  newBrand: {
    ja: 'ブランドを追加',
    en: 'Add a brand',
    words: 'ぶらんどをついか あたらしい 新しいブランド 増やす new brand second',
    ...ofClub(['owner']),
  },
  closing: {
    ja: 'クラブを閉鎖する',
    en: 'Close the club',
    words:
      'くらぶをへいさする やめる かいやく たいかい しゅうりょう 閉鎖 解約 退会 終了 やめる cancel end quit shut down',
    ...ofClub(['owner']),
  },
  mails: {
    ja: 'メールの設定',
    en: 'Mails',
    words: 'めーるのせってい つうち おしらせ べる 通知 お知らせ ベル notification settings alerts bell news',
    page: 'home',
    roles,
    href: (brand: Brand) => routes.brand(brand, { hash: mailSettings }),
  },
  email: {
    ja: 'メールアドレス',
    en: 'E-mail address',
    words: 'めーるあどれす へんこう 変更 mail change',
    ...ofAccount,
  },
  myData: {
    ja: 'データの写し',
    en: 'Copy of your data',
    words:
      'でーたのうつし だうんろーど こじんじょうほう ダウンロード 個人情報 エクスポート export download my personal data',
    ...ofAccount,
  },
  deleteAccount: {
    ja: 'アカウントの削除',
    en: 'Delete the account',
    words: 'あかうんとのさくじょ たいかい かいやく さくじょ 退会 解約 delete leave cancel',
    ...ofAccount,
  },
} as const satisfies Record<string, Setting>
export type SettingKey = keyof typeof settings

const keys = Object.keys(settings) as SettingKey[]
const called: readonly (readonly [SettingKey, Called])[] = keys.map((key) => {
  const { ja, en, words } = settings[key]
  return [key, { all: `${ja} ${en} ${words}`.normalize('NFKC').toLowerCase(), kana: hiraganaOf(words) }]
})

/** The settings that all words of a search name, of those that this role may change; without a club only one's own. */
export const findSettings = (q: string, role: Role | undefined): SettingKey[] => {
  const asked = q.normalize('NFKC').toLowerCase().split(/\s+/).filter(Boolean)
  const may = ({ roles }: Setting) => roles === null || (role !== undefined && roles.includes(role))
  return called.flatMap(([key, name]) =>
    may(settings[key]) && asked.length > 0 && asked.every((word) => isCalled(name, word)) ? [key] : [],
  )
}
