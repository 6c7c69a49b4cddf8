import { endOfTokyoDay, type Instant } from '#kit/time.ts'
import { isTrackingNumber, type Provider, trackingNumberOf } from '../../parcels/fulfillment'

/** Rows and bytes that an import may have (rule: goods.files), and columns: a carrier's widest file has about a hundred. */
export const mostRows = 1000
export const mostColumns = 300
export const largestImport = 15 * 1024 * 1024

export const rowResults = [
  'ok',
  'notFound',
  'notPaid',
  'alreadyShippedSame',
  'alreadyShippedDifferent',
  'onHold',
  'nothingToShip',
  'invalidTracking',
  'duplicateInFile',
  'sameNumber',
  'unknownCarrier',
  'invalidDate',
] as const
export type RowResult = (typeof rowResults)[number]

export type TrackingRow = {
  line: number
  orderNumber: string
  provider: Provider
  /** Name in the file of a carrier that is not on our list. */
  providerName?: string
  trackingNumber: string
  trackingUrl: string
  /** Day of shipment in the file; none where the text is not a date. */
  shippedOn?: string
  /** What stands there looks like a date, and is none. */
  hasBadDate?: true
}

/** Our template, then the result files of the carriers' programs, by what their columns are called. */
const columns = {
  orderNumber: ['注文番号', 'お客様管理番号', 'お客様側管理番号', 'Order number'],
  trackingNumber: [
    '伝票番号',
    'お問い合せ送り状No.',
    'お問い合せ送り状NO',
    'お問い合わせ番号',
    'お問い合せ番号',
    'Tracking number',
  ],
  provider: ['配送業者', 'Carrier'],
  trackingUrl: ['追跡URL', 'Tracking URL'],
  shippedOn: ['発送日', '出荷日', '出荷予定日', 'Shipped on'],
} as const

const names: Record<string, Provider> = {
  ヤマト運輸: 'yamato',
  ヤマト: 'yamato',
  クロネコヤマト: 'yamato',
  yamato: 'yamato',
  佐川急便: 'sagawa',
  佐川: 'sagawa',
  sagawa: 'sagawa',
  日本郵便: 'japanPost',
  郵便局: 'japanPost',
  ゆうパック: 'japanPost',
  japanpost: 'japanPost',
  クリックポスト: 'clickPost',
  clickpost: 'clickPost',
}

/** Which carrier a file without that column is of, by a column that only its program writes. */
const providerOf = (header: readonly string[]): Provider => {
  if (header.includes('送り状種類') || header.includes('クール区分')) return 'yamato'
  if (header.includes('お届け先コード取得区分') || header.some((name) => name.startsWith('お問い合せ送り状')))
    return 'sagawa'
  // Column name of ゆうプリR for the order number.
  if (header.includes('お客様側管理番号')) return 'japanPost'
  if (header.includes('お問い合わせ番号') && header.includes('内容品')) return 'clickPost'
  return 'other'
}

/** `2026/11/05`, `2026-11-5`, `20261105`, with or without an hour after it: as `yyyy-mm-dd`. */
const dayIn = (written: string): string | undefined => {
  const [, y, m, d] =
    /^(\d{4})(?:[/.-]?)(\d{1,2})(?:[/.-]?)(\d{1,2})(?!\d)/.exec(written.normalize('NFKC').trim()) ?? []
  if (!y || !m || !d) return undefined
  const said = `${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`
  // The 31st of February is none.
  return new Date(`${said}T00:00:00Z`).toJSON()?.startsWith(said) ? said : undefined
}

/** When a row's parcel left: the end of the day in the file, but not in the future, nor before the order was placed. */
export const shippedAtOf = ({ shippedOn }: TrackingRow, placedAt: Instant, now: Instant): Instant => {
  if (shippedOn === undefined) return now
  return Math.max(placedAt, Math.min(now, endOfTokyoDay(Date.parse(`${shippedOn}T00:00:00+09:00`))))
}

/** The rows of a file whose first line is its header; null where the columns that are needed are not there. */
export const trackingRows = (cells: readonly (readonly string[])[]): TrackingRow[] | null => {
  const header = (cells[0] ?? []).map((name) => name.normalize('NFKC').trim())
  const at = (names: readonly string[]) => Math.max(-1, ...names.map((one) => header.indexOf(one.normalize('NFKC'))))
  const [order, tracking] = [at(columns.orderNumber), at(columns.trackingNumber)]
  if (order < 0 || tracking < 0) return null
  const [carrier, url, day] = [at(columns.provider), at(columns.trackingUrl), at(columns.shippedOn)]
  const usual = providerOf(header)
  return cells.slice(1).flatMap((row, i): TrackingRow[] => {
    const orderNumber = (row[order] ?? '').normalize('NFKC').trim().toUpperCase()
    const said = carrier < 0 ? '' : (row[carrier] ?? '').normalize('NFKC').trim()
    // The last row of our own file holds its sums (`totalsRow`).
    if ((orderNumber === '' || orderNumber.startsWith('合計(')) && (row[tracking] ?? '').trim() === '') return []
    const provider = said === '' ? usual : (names[said] ?? names[said.toLowerCase()] ?? 'other')
    const written = day < 0 ? '' : (row[day] ?? '')
    const shippedOn = dayIn(written)
    return [
      {
        line: i + 2,
        orderNumber,
        provider,
        ...(provider === 'other' && said !== '' && { providerName: [...said].slice(0, 50).join('') }),
        ...(shippedOn !== undefined && { shippedOn }),
        ...(shippedOn === undefined && /\d/.test(written.normalize('NFKC')) && { hasBadDate: true as const }),
        trackingNumber: trackingNumberOf(row[tracking] ?? ''),
        trackingUrl: url < 0 ? '' : (row[url] ?? '').trim(),
      },
    ]
  })
}

/** Rows that staff have to check; a row that was imported already needs no check. */
export const isProblem = (result: RowResult) => result !== 'ok' && result !== 'alreadyShippedSame'

type Seen = {
  isPaid: boolean
  fulfillmentState: string
  /** Numbers of the parcels that it has. */
  sent: readonly string[]
  canShip: boolean
  /** The number stands for a parcel of another buyer as well, in this file or among those that were sent. */
  isOfOthers: boolean
}

/** A carrier that is not on our list is known by the page where its parcels are followed. */
const isKnownCarrier = ({ provider, providerName, trackingUrl }: TrackingRow) =>
  provider !== 'other' || providerName === undefined || trackingUrl !== ''

const leavesLater = ({ shippedOn }: TrackingRow, now: Instant) =>
  shippedOn !== undefined && Date.parse(`${shippedOn}T00:00:00+09:00`) > now

export const resultOf = (row: TrackingRow, order: Seen | undefined, isSecond: boolean, now: Instant): RowResult => {
  if (row.trackingNumber === '' || !isTrackingNumber(row.provider, row.trackingNumber)) return 'invalidTracking'
  if (isSecond) return 'duplicateInFile'
  if (!order) return 'notFound'
  if (order.sent.includes(row.trackingNumber)) return 'alreadyShippedSame'
  if (order.isOfOthers) return 'sameNumber'
  if (!isKnownCarrier(row)) return 'unknownCarrier'
  if (row.hasBadDate || leavesLater(row, now)) return 'invalidDate'
  if (!order.isPaid) return 'notPaid'
  if (order.canShip) return 'ok'
  if (order.fulfillmentState === 'onHold') return 'onHold'
  return order.sent.length > 0 ? 'alreadyShippedDifferent' : 'nothingToShip'
}
