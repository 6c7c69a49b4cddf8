import { formatYen } from '#kit/money.ts'
import type { Instant } from '#kit/time.ts'
import type { Platform } from '#server/payments/platform.ts'
import { monthParts, saleKinds } from '../../ledger/ledger'
import { type Advances, advanceParts, type Figures, taxesOf } from './statement'

type Locale = 'ja' | 'en'
export type Statement = {
  month: string
  statementId: string
  figures: Figures
  brandName: string
  invoiceNumber: string
  finalizedAt: Instant
  /** The company or person behind the club; empty where no application said it. */
  legalName: string
  platform: Platform
}

const texts = {
  ja: {
    title: '支払明細書',
    month: (month: string) => `${monthParts(month).year}年${monthParts(month).month}月分`,
    number: (id: string) => `明細番号 ${id}`,
    madeOn: (date: string) => `確定日 ${date}`,
    /** A company or a person, whose brand stands beside. */
    to: (legalName: string, name: string) => (legalName ? [`${legalName} 様`, `（${name}）`] : [`${name} 御中`]),
    party: '支払先',
    payer: '支払元',
    invoice: (number: string) => `登録番号 ${number}`,
    noInvoice: '登録番号 登録なし',
    payable: 'お支払い予定額（振込手数料差引前）',
    sales: '売上',
    kinds: { plan: 'プラン', backNumber: 'バックナンバー', goods: 'グッズ', eventGoods: 'イベントグッズ' },
    gross: '売上の合計（税込）',
    deductions: '控除',
    refunds: '返金',
    chargebacks: 'チャージバック（支払いの取り消し）',
    platformFee: 'プラットフォーム利用料（税込）',
    paymentFee: '決済手数料（税込）',
    adjustments: '調整',
    net: '当月の純額',
    balance: '残高',
    opening: '前月末の残高',
    paidOut: '当月中のお振り込み',
    transferFees: '振込手数料（税込）',
    returnFees: '組戻し手数料',
    carried: '繰越額',
    taxTitle: (rate: number) => `消費税（${rate}%）の内訳`,
    taxSales: 'うち消費税（売上）',
    taxTitleOfBoth: '消費税の内訳',
    atRate: (rate: number, isReduced: boolean) =>
      `${rate}%対象の売上（返金などを差引後${isReduced ? '、軽減税率' : ''}）`,
    taxOf: (rate: number) => `うち消費税（${rate}%の売上）`,
    taxFees: 'うち消費税（手数料）',
    notes: [
      '金額はすべて日本円、税込です。確定した月の金額は変わりません。確定後の訂正は翌月以降の明細に載ります。',
      'お振り込みは確定した月の最終銀行営業日に行い、振込手数料を差し引きます。',
    ],
    advances: {
      opening: '前受金（前月末）',
      paid: '前受金（当月に受け取った分）',
      handedOver: '前受金（お渡しして売上になった分）',
      back: '前受金（お渡しの前に返金した分）',
      spread: '前受金（年払いの会費の増減）',
      closing: '前受金（当月末）',
      toCome: 'うち翌月以降の会費（年払い）',
    },
    item: '項目',
    amount: '金額（円）',
  },
  en: {
    title: 'Payment statement (支払明細書)',
    month: (month: string) => month,
    number: (id: string) => `Statement ${id}`,
    madeOn: (date: string) => `Final on ${date}`,
    to: (legalName: string, name: string) => (legalName ? [legalName, `(${name})`] : [name]),
    party: 'Paid to',
    payer: 'Paid by',
    invoice: (number: string) => `Invoice registration number ${number}`,
    noInvoice: 'No invoice registration number',
    payable: 'Payable (before the transfer fee)',
    sales: 'Sales',
    kinds: { plan: 'Plans', backNumber: 'Back numbers', goods: 'Goods', eventGoods: 'Event goods' },
    gross: 'Gross (tax included)',
    deductions: 'Deductions',
    refunds: 'Refunds',
    chargebacks: 'Chargebacks',
    platformFee: 'Platform fee (tax included)',
    paymentFee: 'Payment fee (tax included)',
    adjustments: 'Adjustments',
    net: 'Net of the month',
    balance: 'Balance',
    opening: 'Balance before the month',
    paidOut: 'Transferred within the month',
    transferFees: 'Transfer fees (tax included)',
    returnFees: 'Fees of returned transfers',
    carried: 'Carried over',
    taxTitle: (rate: number) => `Consumption tax (${rate}%)`,
    taxSales: 'Included in sales',
    taxTitleOfBoth: 'Consumption tax',
    atRate: (rate: number, isReduced: boolean) =>
      `Sales at ${rate}%${isReduced ? ' (reduced rate)' : ''}, less refunds`,
    taxOf: (rate: number) => `Included in sales at ${rate}%`,
    taxFees: 'Included in fees',
    notes: [
      'All amounts are in Japanese yen, tax included. A final month never changes; later corrections stand in a later statement.',
      'Payouts leave on the last banking day of the month in which the statement became final, less the transfer fee.',
    ],
    advances: {
      opening: 'Paid in advance (before the month)',
      paid: 'Paid in advance (came within the month)',
      handedOver: 'Paid in advance (handed over: revenue)',
      back: 'Paid in advance (refunded before)',
      spread: 'Paid in advance (change of yearly plans)',
      closing: 'Paid in advance (end of the month)',
      toCome: 'Of this, yearly plans for months to come',
    },
    item: 'Item',
    amount: 'Amount (yen)',
  },
} as const

const dateOf = (at: Instant) => new Date(at + 9 * 3_600_000).toISOString().slice(0, 10)

/** The lines of a statement: what the PDF draws and the CSV lists, from the same figures. */
const linesOf = ({ figures, month }: Statement, locale: Locale) => {
  const words = texts[locale]
  const { byRate, fees } = taxesOf(figures, month)
  const [standard, ...others] = byRate
  const kinds = saleKinds
    .filter((kind) => figures.gross[kind] !== 0)
    .map((kind) => ({ label: words.kinds[kind], amount: figures.gross[kind], isIndented: true }))
  const optional = (label: string, amount: number) => (amount === 0 ? [] : [{ label, amount }])
  return {
    sales: [...kinds, { label: words.gross, amount: figures.grossTotal, isStrong: true }],
    deductions: [
      { label: words.refunds, amount: -figures.refunds },
      ...optional(words.chargebacks, -figures.chargebacks),
      { label: words.platformFee, amount: -figures.platformFee },
      { label: words.paymentFee, amount: -figures.paymentFee },
      ...optional(words.adjustments, figures.adjustments),
      { label: words.net, amount: figures.net, isStrong: true },
    ],
    balance: [
      { label: words.opening, amount: figures.opening },
      { label: words.paidOut, amount: -figures.paidOut },
      ...optional(words.transferFees, -figures.transferFees),
      ...optional(words.returnFees, -figures.returnFees),
      { label: words.carried, amount: figures.carriedOverIn },
      { label: words.net, amount: figures.net },
      { label: words.payable, amount: figures.payable, isStrong: true },
    ],
    tax: [
      ...(others.length === 0
        ? [{ label: words.taxSales, amount: standard?.tax ?? 0 }]
        : byRate.flatMap(({ rate, isReduced, sales, tax }) => [
            { label: words.atRate(rate, isReduced), amount: sales },
            { label: words.taxOf(rate), amount: tax, isIndented: true },
          ])),
      { label: words.taxFees, amount: fees.tax },
    ],
    taxTitle: others.length === 0 ? words.taxTitle(fees.rate) : words.taxTitleOfBoth,
  }
}

export const paperOf = (statement: Statement, locale: Locale, now: Instant) => {
  const words = texts[locale]
  const { month, statementId, figures, brandName, invoiceNumber, finalizedAt, legalName, platform } = statement
  const { sales, deductions, balance, tax, taxTitle } = linesOf(statement, locale)
  const rows = (lines: readonly { label: string; amount: number; isStrong?: boolean; isIndented?: boolean }[]) =>
    lines.map(({ amount, ...line }) => ({ ...line, value: formatYen(amount === 0 ? 0 : amount) }))
  return {
    title: `${words.title} ${words.month(month)}`,
    lines: [words.number(statementId), words.madeOn(dateOf(finalizedAt))],
    to: [...words.to(legalName, brandName), invoiceNumber ? words.invoice(invoiceNumber) : words.noInvoice],
    from: [platform.name, platform.invoiceNumber ? words.invoice(platform.invoiceNumber) : words.noInvoice],
    sum: { label: words.payable, value: formatYen(figures.payable) },
    sections: [
      { title: words.sales, rows: rows(sales) },
      { title: words.deductions, rows: rows(deductions) },
      { title: words.balance, rows: rows(balance) },
      { title: taxTitle, rows: rows(tax) },
    ],
    notes: words.notes,
    author: platform.name,
    madeAt: now,
  }
}

/** `advances`: for the books; the statement itself, which is a document, does not say them. */
export const rowsOfStatement = (statement: Statement, locale: Locale, advances: Advances): (string | number)[][] => {
  const words = texts[locale]
  const { sales, deductions, balance, tax } = linesOf(statement, locale)
  const lines = [...sales, ...deductions, ...balance, ...tax]
  return [
    [words.item, words.amount],
    [words.title, words.month(statement.month)],
    [words.number(''), statement.statementId],
    [words.party, words.to(statement.legalName, statement.brandName).join(' ')],
    [words.invoice('').trim(), statement.invoiceNumber],
    [words.payer, statement.platform.name],
    [words.invoice('').trim(), statement.platform.invoiceNumber],
    ...lines.map(({ label, amount }) => [label, amount === 0 ? 0 : amount]),
    ...advanceParts.map((part) => [words.advances[part], advances[part]]),
  ]
}
