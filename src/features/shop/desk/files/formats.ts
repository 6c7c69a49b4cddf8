import { type CarrierFormat, carrierFormats, labelLines, plain } from './fit'
import type { Billing, Sender } from './sender'

/*
 * What a file of orders looks like. The carriers' column orders are those of their public templates as several public
 * programs write them, named at each; a carrier whose order had no such source would not be offered.
 */
export const orderFormats = ['standard', ...carrierFormats] as const
export type OrderFormat = (typeof orderFormats)[number]

/** Rule: goods.files: one row for each line. */
export const standardHeader = (
  '注文番号 注文日時 入金日時 支払方法 支払状態 発送状態 購入者ID メール 商品ID 商品名 バリエーションID バリエーション 単価 数量 小計 ' +
  '送料 手数料 合計 郵便番号 都道府県 住所1 住所2 氏名 電話 配送業者 伝票番号 発送日 備考 住所変更日 税率'
).split(' ')

/** B2クラウド, 基本レイアウト: the order of github.com/jmleejake/csvProject, ArakuWeb NewYamatoVO.java (97 columns). */
export const b2Header = (
  'お客様管理番号 送り状種類 クール区分 伝票番号 出荷予定日 お届け予定（指定）日 配達時間帯 お届け先コード お届け先電話番号 ' +
  'お届け先電話番号枝番 お届け先郵便番号 お届け先住所 お届け先住所（アパートマンション名） お届け先会社・部門名１ お届け先会社・部門名２ ' +
  'お届け先名 お届け先名略称カナ 敬称 ご依頼主コード ご依頼主電話番号 ご依頼主電話番号枝番 ご依頼主郵便番号 ご依頼主住所 ' +
  'ご依頼主住所（アパートマンション名） ご依頼主名 ご依頼主略称カナ 品名コード１ 品名１ 品名コード２ 品名２ 荷扱い１ 荷扱い２ 記事 ' +
  'コレクト代金引換額（税込） コレクト内消費税額等 営業所止置き 営業所コード 発行枚数 個数口枠の印字 ご請求先顧客コード ' +
  'ご請求先分類コード 運賃管理番号 クロネコwebコレクトデータ登録 クロネコwebコレクト加盟店番号 クロネコwebコレクト申込受付番号１ ' +
  'クロネコwebコレクト申込受付番号２ クロネコwebコレクト申込受付番号３ お届け予定ｅメール利用区分 お届け予定ｅメールe-mailアドレス ' +
  '入力機種 お届け予定eメールメッセージ お届け完了eメール利用区分 お届け完了ｅメールe-mailアドレス お届け完了ｅメールメッセージ ' +
  'クロネコ収納代行利用区分 収納代行決済ＱＲコード印刷 収納代行請求金額(税込) 収納代行内消費税額等 収納代行請求先郵便番号 ' +
  '収納代行請求先住所 収納代行請求先住所（アパートマンション名） 収納代行請求先会社・部門名１ 収納代行請求先会社・部門名２ ' +
  '収納代行請求先名(漢字) 収納代行請求先名(カナ) 収納代行問合せ先名(漢字) 収納代行問合せ先郵便番号 収納代行問合せ先住所 ' +
  '収納代行問合せ先住所（アパートマンション名） 収納代行問合せ先電話番号 収納代行管理番号 収納代行品名 収納代行備考 複数口くくりキー ' +
  '検索キータイトル１ 検索キー１ 検索キータイトル２ 検索キー２ 検索キータイトル３ 検索キー３ 検索キータイトル４ 検索キー４ ' +
  '検索キータイトル５ 検索キー５ 予備 予備 投函予定メール利用区分 投函予定メールe-mailアドレス 投函予定メールメッセージ ' +
  '投函完了メール（お届け先宛）利用区分 投函完了メール（お届け先宛）e-mailアドレス 投函完了メール（お届け先宛）メールメッセージ ' +
  '投函完了メール（ご依頼主宛）利用区分 投函完了メール（ご依頼主宛）e-mailアドレス 投函完了メール（ご依頼主宛）メールメッセージ ' +
  '連携管理番号 通知メールアドレス'
).split(' ')

const numbered = (name: string, from: number, to: number, wide = true) =>
  Array.from({ length: to - from + 1 }, (_, i) => {
    const n = String(from + i)
    return name + (wide ? n.replace(/\d/g, (d) => String.fromCharCode(d.charCodeAt(0) + 0xfee0)) : n)
  })

/** e飛伝III: the order of github.com/and-period/furumaru, api/internal/store/exporter/sagawa (74 columns). */
export const ehidenHeader = [
  ...(
    'お届け先コード取得区分 お届け先コード お届け先電話番号 お届け先郵便番号 お届け先住所１ お届け先住所２ お届け先住所３ お届け先名称１ ' +
    'お届け先名称２ お客様管理番号 お客様コード 部署ご担当者コード取得区分 部署ご担当者コード 部署ご担当者名称 荷送人電話番号 ' +
    'ご依頼主コード取得区分 ご依頼主コード ご依頼主電話番号 ご依頼主郵便番号 ご依頼主住所１ ご依頼主住所２ ご依頼主名称１ ご依頼主名称２ 荷姿'
  ).split(' '),
  ...numbered('品名', 1, 5),
  '荷札荷姿',
  ...numbered('荷札品名', 1, 11),
  ...(
    '出荷個数 スピード指定 クール便指定 配達日 配達指定時間帯 配達指定時間（時分） 代引金額 消費税 決済種別 保険金額 指定シール１ ' +
    '指定シール２ 指定シール３ 営業所受取 SRC区分 営業所受取営業所コード 元着区分 メールアドレス ご不在時連絡先 出荷日 ' +
    'お問い合せ送り状No. 出荷場印字区分 集約解除指定'
  ).split(' '),
  ...['０１', '０２', '０３', '０４', '０５', '０６', '０７', '０８', '０９', '１０'].map((n) => `編集${n}`),
]

/**
 * ゆうパックプリントR, 発送予定データ: the order of its 入出力項目レイアウト (paperzz.com/doc/5322404) and of
 * manual.future-shop.jp/regist/ordershippingdata/PostCSV (104 columns).
 */
export const yuprintHeader = [
  ...(
    'お客様側管理番号 発送予定日 発送予定時間区分 出荷期限日 到着期限日 郵便種別 保冷種別 元／着払／代引 書留／セキュリティ／特定記録種別 ' +
    '配達時間帯指定郵便種別 送り状種別 お届け先検索キー お届け先郵便番号 お届け先住所 お届け先住所２ お届け先住所３ お届け先名称 ' +
    'お届け先名称２ お届け先敬称区分 お届け先電話番号 お届け先メールアドレス１ お届け先局留め区分 お届け先局留め郵便局名 ' +
    'お届け先局留めメール使用区分 お届け先局留め郵便番号 お届け先配達予告メール使用区分 お届け先再配達予告メール使用区分 ' +
    'ご依頼主検索キー ご依頼主集荷先と同一区分 ご依頼主郵便番号 ご依頼主住所 ご依頼主住所２ ご依頼主住所３ ご依頼主名称 ' +
    'ご依頼主名称２ ご依頼主敬称 ご依頼主電話番号 ご依頼主メールアドレス１ ご依頼主荷送人指図区分 ご依頼主お届け通知メール使用区分 ' +
    'ご依頼主お届け通知はがき使用区分 集荷先検索キー 集荷先連携可否区分 集荷先会社コード 集荷先依頼先店所コード 集荷先郵便番号 ' +
    '集荷先住所 集荷先住所２ 集荷先住所３ 集荷先名称 集荷先名称２ 集荷先敬称 集荷先電話番号 受注番号 こわれもの区分 なまもの区分 ' +
    'ビン類区分 逆さま厳禁区分 下積み厳禁区分 商品サイズ／厚さ区分 重量合計（ｇ） 25kg超重量物区分 書留損害要償額 ' +
    '速達／配達日指定種別 配達希望日 配達時間帯区分 差出方法区分 ゆうパック複数個割引 ゆうパック同一割引 セット商品コード ' +
    'セット品名ラベル印字区分 複数個口数 記事名１ 記事名２'
  ).split(' '),
  ...['０１', '０２', '０３', '０４', '０５', '０６', '０７', '０８', '０９', '１０'].map((n) => `フリー項目${n}`),
  ...(
    '空港利用区分 空港送達日数局／支店コード 航空会社名 利用便名 レジャー区分 プレー・搭乗日 プレー・搭乗時間 クラブ本数 復路集貨日 ' +
    '出荷先ログインユーザ名称画面指定 集荷希望区分 集荷日付 集荷時間帯区分 支店連携区分 代引金額 代引消費税金額 送り状発行年月日 ' +
    '商品番号 品名 個数'
  ).split(' '),
]

/** クリックポスト まとめ申込: the eight columns of its template, as github.com/Wawawa-cyber and others read them. */
export const clickPostHeader =
  'お届け先郵便番号 お届け先氏名 お届け先敬称 お届け先住所1行目 お届け先住所2行目 お届け先住所3行目 お届け先住所4行目 内容品'.split(
    ' ',
  )

export type SentOrder = {
  orderNumber: string
  recipientName: string
  recipientPhone: string
  postalCode: string
  prefecture: string
  town: string
  address: string
  building: string
  items: readonly { name: string; quantity: number }[]
  /** `yyyy/mm/dd` in Tokyo. */
  today: string
  /** The address was changed since the order was placed, or since a label or slip was last made of it. */
  isAddressChanged: boolean
}

/** Rule: goods.fit: what says in a file that an address was changed; carriers' free columns hold it, where there are any. */
export const changedMark = '住所変更'
/** クリックポスト takes as many at a time. */
export const mostInFile: Partial<Record<OrderFormat, number>> = { clickPost: 40 }

/**
 * 送り状種類 of B2クラウド: those that the sender pays and that ask for nothing else. They and the widths of ご依頼主's columns
 * are those of its layout (bmypage.kuronekoyamato.co.jp/bmypage/pdf/new_exchange1.pdf), as
 * github.com/solahsoyalp/YAMATO_LabelsSchema_Docs_Unofficial, docs/B2送り状発行データレイアウト入出力用.md, has them.
 */
const slipCodes = { prepaid: '0', compact: '8', yuPacket: '7', nekopos: 'A' } as const
export type SlipType = keyof typeof slipCodes
export const slipTypes = ['prepaid', 'compact', 'yuPacket', 'nekopos'] as const satisfies readonly SlipType[]

export type Label = { slipType?: SlipType | undefined; sender?: Sender | undefined; billing?: Billing | undefined }

const phoneOf = (phone: string) => phone.replace(/^\+81/, '0')
const itemOf = ({ items }: SentOrder, most: number) => {
  const [first, ...others] = items
  const name = first ? plain(first.name) : ''
  return [...(others.length > 0 ? `${name}ほか` : name)].slice(0, most).join('')
}
const numberedLines = (name: string, lines: readonly string[]) =>
  Object.fromEntries(lines.map((line, n) => [`${name}${'１２３'[n]}`, line]))
const placed = (header: readonly string[], values: Record<string, string>): string[] => {
  const row = header.map(() => '')
  for (const [name, value] of Object.entries(values)) row[header.indexOf(name)] = value
  return row
}

/** A parcel's row in a carrier's file; every one is paid by the sender. */
export const carrierRow: Record<CarrierFormat, (order: SentOrder, label: Label) => string[]> = {
  b2cloud: (order, { slipType = 'prepaid', sender, billing }) => {
    const { place, whom } = labelLines('b2cloud', order)
    return placed(b2Header, {
      お客様管理番号: order.orderNumber,
      送り状種類: slipCodes[slipType],
      // Only parcels sent as 発払い can be chilled.
      クール区分: slipType === 'prepaid' ? '0' : '',
      出荷予定日: order.today,
      お届け先電話番号: phoneOf(order.recipientPhone),
      お届け先郵便番号: order.postalCode,
      お届け先住所: place[0] ?? '',
      'お届け先住所（アパートマンション名）': place[1] ?? '',
      お届け先名: whom[0] ?? '',
      敬称: '様',
      ...(sender && {
        ご依頼主電話番号: phoneOf(sender.phone),
        ご依頼主郵便番号: sender.postalCode,
        ご依頼主住所: plain(sender.address),
        'ご依頼主住所（アパートマンション名）': plain(sender.building),
        ご依頼主名: plain(sender.name),
      }),
      品名１: itemOf(order, 25),
      ...(billing && {
        ご請求先顧客コード: billing.customerCode,
        ご請求先分類コード: billing.classCode,
        運賃管理番号: billing.freightNumber,
      }),
      // Searched by in B2クラウド, and printed on no label.
      ...(order.isAddressChanged && { 検索キータイトル１: changedMark, 検索キー１: changedMark }),
    })
  },
  ehidenIII: (order, { billing }) => {
    const { place, whom } = labelLines('ehidenIII', order)
    return placed(ehidenHeader, {
      お届け先コード取得区分: '0',
      お届け先電話番号: phoneOf(order.recipientPhone),
      お届け先郵便番号: order.postalCode,
      ...numberedLines('お届け先住所', place),
      ...numberedLines('お届け先名称', whom),
      お客様管理番号: order.orderNumber,
      お客様コード: billing?.customerCode ?? '',
      品名１: itemOf(order, 16),
      ...(order.isAddressChanged && { 編集０１: changedMark }),
      出荷個数: '1',
      出荷日: order.today,
    })
  },
  yuprintR: (order) => {
    const { place, whom } = labelLines('yuprintR', order)
    return placed(yuprintHeader, {
      お客様側管理番号: order.orderNumber,
      発送予定日: order.today.replaceAll('/', ''),
      // ゆうパック, nothing chilled, paid by the sender.
      郵便種別: '0',
      保冷種別: '0',
      '元／着払／代引': '0',
      お届け先郵便番号: order.postalCode.replace(/^(\d{3})(\d{4})$/, '$1-$2'),
      お届け先住所: place[0] ?? '',
      お届け先住所２: place[1] ?? '',
      お届け先住所３: place[2] ?? '',
      お届け先名称: whom[0] ?? '',
      お届け先名称２: whom[1] ?? '',
      お届け先電話番号: phoneOf(order.recipientPhone),
      受注番号: order.orderNumber,
      品名: itemOf(order, 25),
      個数: '1',
      ...(order.isAddressChanged && { フリー項目０１: changedMark }),
    })
  },
  clickPost: (order) => {
    const { place, whom } = labelLines('clickPost', order)
    return [order.postalCode, ...whom, '様', ...place, itemOf(order, 15)]
  },
}
export const headerOf: Record<OrderFormat, readonly string[]> = {
  standard: standardHeader,
  b2cloud: b2Header,
  ehidenIII: ehidenHeader,
  yuprintR: yuprintHeader,
  clickPost: clickPostHeader,
}
