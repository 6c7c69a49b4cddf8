import type { Yen } from '#kit/money.ts'
import { reducedTaxRateOn, taxRateOn } from '#kit/tax.ts'
import { type Account, type Component, dayOf, type MovementKind, monthAfter, startOfMonth } from '../../ledger/ledger'

/** Programs of bookkeeping that a month's journals are written for. */
export const bookkeepers = ['freee', 'yayoi'] as const
export type Bookkeeper = (typeof bookkeepers)[number]

/**
 * What entries of one sign sum to on a day (`2026-11-21`, Tokyo), as the ledger signs them; `entries` counts them. Of the brand's
 * account and of what waits to be handed over; goods at the reduced rate of the consumption tax apart.
 */
export type DaySum = {
  day: string
  account: Extract<Account, 'brandPayable' | 'deferred'>
  kind: MovementKind
  component: Component
  amount: Yen
  entries: number
  isReduced?: boolean
}

/** How an account's side is taxed: sales, returned sales, purchases of a service, or not at all. */
type Tax = 'sales' | 'returned' | 'purchases' | 'none'
type Side = { account: string; tax: Tax; isReduced?: boolean }
/** One debit and one credit of the same amount, as the club books it. */
export type Journal = { day: string; debit: Side; credit: Side; amount: Yen; text: string }

// What the platform holds of the club's money, handed over or not: the payable of its statement and what is paid in advance.
const held: Side = { account: '売掛金', tax: 'none' }
const sales: Side = { account: '売上高', tax: 'sales' }
const returned: Side = { account: '売上高', tax: 'returned' }
const reducedSales: Side = { ...sales, isReduced: true }
const reducedReturned: Side = { ...returned, isReduced: true }
const fees: Side = { account: '支払手数料', tax: 'purchases' }
const bank: Side = { account: '普通預金', tax: 'none' }
const advance: Side = { account: '前受金', tax: 'none' }
// What a correction was about stands in its reason only: the adviser moves it to where it belongs.
const owedByClub: Side = { account: '仮払金', tax: 'none' }
const owedToClub: Side = { account: '仮受金', tax: 'none' }

const kindNames: Partial<Record<MovementKind, string>> = {
  plan: 'プラン',
  backNumber: 'バックナンバー',
  goods: 'グッズ',
  eventGoods: 'イベントグッズ',
}
const componentNames: Record<Component, string> = {
  gross: '売上',
  shippingFee: '送料',
  platformFee: 'プラットフォーム利用料',
  paymentFee: '決済手数料',
  konbiniFee: 'コンビニ手数料',
  refund: '返金',
  chargeback: 'チャージバック',
  cash: '入金',
  payout: 'お振り込み',
  payoutFee: '振込手数料',
  returnedTransferFee: '組戻し手数料',
  adjustment: '確定した月の訂正',
}

/** Where an amount that the club is owed (negative in the ledger) or owes is booked, opposite to what the platform holds. */
const oppositeOf = ({ account, component, amount, isReduced = false }: DaySum): Side => {
  if (account === 'deferred') return advance
  switch (component) {
    case 'gross':
    case 'shippingFee':
      return isReduced ? reducedSales : sales
    case 'refund':
    case 'chargeback':
      return isReduced ? reducedReturned : returned
    case 'payout':
      return bank
    case 'adjustment':
      return amount < 0 ? owedToClub : owedByClub
    default:
      return fees
  }
}

/** What was sold for months to come, at the end of the month before and of this one. */
type ToCome = { before: Yen; after: Yen }

/**
 * What was paid for months to come leaves the sales of the month at its last day and comes back on the first day of the next one, which
 * keeps its own part (rule: money.toCome). Nothing was handed over yet: it is no sale that is taxed.
 */
const spreadOf = (month: string, { before, after }: ToCome): Journal[] => [
  ...(before > 0
    ? [
        {
          day: `${month}-01`,
          debit: advance,
          credit: sales,
          amount: before,
          text: '年払いの会費（前月末の前受金の戻し）',
        },
      ]
    : []),
  ...(after > 0
    ? [
        {
          day: dayOf(startOfMonth(monthAfter(month)) - 1),
          ...{ debit: sales, credit: advance, amount: after, text: '年払いの会費（翌月以降の分）' },
        },
      ]
    : []),
]

/**
 * The month of a club as single journals of a day, a kind, a part and a rate of tax. What was handed over goes from 前受金 to 売上高 as far as both
 * are of one day; everything else stands against 売掛金, which ends at the statement's payable and what is left of 前受金.
 * What counts in `month` but happened before it bears the month's first day: the month before is closed.
 */
export const journalsOf = (sums: readonly DaySum[], month: string, toCome: ToCome): Journal[] => {
  const inMonth = sums.map((sum) => (sum.day.startsWith(month) ? sum : { ...sum, day: `${month}-01` }))
  const released = new Map<string, Yen>()
  const keyOf = ({ day, kind, component, isReduced = false }: DaySum) => `${day} ${kind} ${component} ${isReduced}`
  for (const sum of inMonth)
    if (sum.account === 'deferred' && sum.amount > 0)
      released.set(keyOf(sum), (released.get(keyOf(sum)) ?? 0) + sum.amount)
  const earned = new Map<string, Yen>()
  const journals: Journal[] = []
  const add = (sum: DaySum, debit: Side, credit: Side, amount: Yen, what = componentNames[sum.component]) => {
    if (amount === 0) return
    const text = [kindNames[sum.kind], sum.isReduced && '軽減', `${what}（${sum.entries}件）`].filter(Boolean).join(' ')
    journals.push({ day: sum.day, debit, credit, amount, text })
  }
  for (const sum of inMonth.filter(({ account }) => account === 'brandPayable')) {
    const amount = Math.abs(sum.amount)
    const opposite = oppositeOf(sum)
    if (opposite.tax !== 'sales' || sum.amount > 0) {
      if (sum.amount > 0) add(sum, opposite, held, amount)
      else add(sum, held, opposite, amount)
      continue
    }
    const key = keyOf(sum)
    const fromAdvance = Math.min(amount, (released.get(key) ?? 0) - (earned.get(key) ?? 0))
    earned.set(key, (earned.get(key) ?? 0) + fromAdvance)
    add(sum, advance, opposite, fromAdvance, `${componentNames[sum.component]}（引き渡し）`)
    add(sum, held, opposite, amount - fromAdvance)
  }
  for (const sum of inMonth.filter(({ account }) => account === 'deferred')) {
    if (sum.amount < 0) {
      add(sum, held, advance, -sum.amount, `前受け ${componentNames[sum.component]}`)
      continue
    }
    const key = keyOf(sum)
    const taken = Math.min(sum.amount, earned.get(key) ?? 0)
    earned.set(key, (earned.get(key) ?? 0) - taken)
    add(sum, advance, held, sum.amount - taken, `引き渡し前の${componentNames[sum.component]}`)
  }
  return [...journals, ...spreadOf(month, toCome)].sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
}

/**
 * The words of each program for a side's tax. Of a service whose seller shows no registration number nothing is said but that it
 * was bought: which part may be deducted is a question of dates that the adviser answers.
 * Sources: freee's list of taxes (GET /api/1/taxes/codes: 課税売上10%, 課税売返10%, 課対仕入10%, 課税売上8%（軽）, 課税売返8%（軽）);
 * 弥生's 税区分 (課税売上込10%, 課税売返込10%, 課対仕入込10% with 適格 for invoices, and 軽減 before the reduced rate: 課税売上込軽減8%).
 */
type Taxed = { tax: Exclude<Tax, 'none'>; rate: number; isReduced: boolean; hasInvoice: boolean }
const taxWords: Record<Bookkeeper, (of: Taxed) => string> = {
  freee: ({ tax, rate, isReduced }) =>
    `${{ sales: '課税売上', returned: '課税売返', purchases: '課対仕入' }[tax]}${rate}%${isReduced ? '（軽）' : ''}`,
  yayoi: ({ tax, rate, isReduced, hasInvoice }) =>
    `${{ sales: '課税売上込', returned: '課税売返込', purchases: '課対仕入込' }[tax]}${isReduced ? '軽減' : ''}${rate}%${tax === 'purchases' && hasInvoice ? '適格' : ''}`,
}
export type JournalOf = { brandName: string; platformHasInvoice: boolean }

/**
 * freee: 仕訳データのインポート, the columns of its template, found by their names
 * (support.freee.co.jp/hc/ja/articles/204847430). A journal is one row, so no 伝票番号 joins rows.
 */
export const freeeColumns = [
  '日付',
  '伝票番号',
  '決算整理仕訳',
  ...['借方', '貸方'].flatMap((side) =>
    '勘定科目 科目コード 補助科目 取引先 取引先コード 部門 品目 メモタグ セグメント1 セグメント2 セグメント3 金額 税区分 税額'
      .split(' ')
      .map((name) => `${side}${name}`),
  ),
  '摘要',
]

type Cells = (string | number)[]
const freeeRows = (journals: readonly Journal[], taxOf: (side: Side, day: string) => string, name: string): Cells[] => [
  freeeColumns,
  ...journals.map(({ day, debit, credit, amount, text }) => {
    const cells: Record<string, string | number> = { 日付: day.replaceAll('-', '/'), 摘要: `${text} ${name}` }
    for (const [side, { account, ...rest }] of [['借方', debit] as const, ['貸方', credit] as const]) {
      cells[`${side}勘定科目`] = account
      cells[`${side}金額`] = amount
      cells[`${side}税区分`] = taxOf({ account, ...rest }, day)
    }
    return freeeColumns.map((column) => cells[column] ?? '')
  }),
]

/** As much of a text as fits into half-width places; a sign that is not ASCII or a half-width kana takes two. */
const cutTo = (text: string, places: number): string => {
  let used = 0
  let cut = ''
  for (const sign of text) {
    used += /[ -~｡-ﾟ]/.test(sign) ? 1 : 2
    if (used > places) break
    cut += sign
  }
  return cut
}

/**
 * 弥生会計: 弥生インポート形式, 25 columns without a header, in this order (support.yayoi-kk.co.jp/subcontents.html?page_id=18545):
 * 識別フラグ 伝票No 決算 取引日付, then 勘定科目 補助科目 部門 税区分 金額 税金額 of debit and credit, 摘要 番号 期日 タイプ 生成元 仕訳メモ
 * 付箋1 付箋2 調整. 2000 is a journal of one row that belongs to no slip, タイプ 0 a journal; 摘要 has 64 half-width places.
 */
const yayoiRows = (journals: readonly Journal[], taxOf: (side: Side, day: string) => string, name: string): Cells[] =>
  journals.map(({ day, debit, credit, amount, text }) => [
    '2000',
    '',
    '',
    day.replaceAll('-', '/'),
    ...[debit, credit].flatMap((side) => [side.account, '', '', taxOf(side, day), amount, '']),
    cutTo(`${text} ${name}`, 64),
    '',
    '',
    '0',
    '',
    '',
    '0',
    '0',
    'no',
  ])

export const rowsOfJournals = (
  journals: readonly Journal[],
  bookkeeper: Bookkeeper,
  { brandName, platformHasInvoice }: JournalOf,
): Cells[] => {
  const taxOf = ({ tax, isReduced = false }: Side, day: string) => {
    if (tax === 'none') return '対象外'
    const reducedRate = isReduced ? reducedTaxRateOn(day) : null
    const of = { rate: reducedRate ?? taxRateOn(day), isReduced: reducedRate !== null }
    return taxWords[bookkeeper]({ tax, ...of, hasInvoice: platformHasInvoice })
  }
  return (bookkeeper === 'freee' ? freeeRows : yayoiRows)(journals, taxOf, brandName)
}
