import { eq } from 'drizzle-orm'
import iconv from 'iconv-lite'
import { beforeAll, describe, expect, test } from 'vitest'
import { tenantApplications } from '#club/applications/tables.server.ts'
import { exports } from '#club/exports/contract.ts'
import { serverConfig } from '#config.server.ts'
import { disputed, refunded } from '#money/ledger/back.ts'
import { monthAfter, monthOf, paid, shipped } from '#money/ledger/ledger.ts'
import { book, heldOfOrder } from '#money/ledger/queries.server.ts'
import { payoutDesk, revenue } from '#money/payouts/revenue/contract.ts'
import { ledgerHeader } from '#money/payouts/revenue/export.server.ts'
import { type DaySum, freeeColumns, journalsOf, rowsOfJournals } from '#money/payouts/revenue/journal.ts'
import { statements } from '#money/payouts/revenue/tables.server.ts'
import { now } from '#server/clock.ts'
import { database, inTransaction } from '#server/db.ts'
import { platform } from '#server/payments/platform.ts'
import { newSlug } from '../support/application'
import { addMember, ask, newId, operator, type Person, person, refused } from '../support/club'
import { fileOf } from '../support/file'
import { rates, sold } from '../support/money'
import { type Ids, tokyo } from '../support/plan'
import { completeForm } from '../support/scene'
import { shop } from '../support/shop'

type Line = { date: string; side: 'debit' | 'credit'; account: string; tax: string; amount: number; text: string }

const cellsOf = (text: string): string[][] =>
  text
    .split('\r\n')
    .filter((line) => line !== '')
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
        ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
      ),
    )
/** Bytes of Windows' Shift_JIS and nothing else: what is decoded is the same bytes when it is written again. */
const decoded = (data: string): string => {
  const bytes = Buffer.from(data, 'base64')
  const text = iconv.decode(bytes, 'cp932')
  expect(iconv.encode(text, 'cp932').equals(bytes)).toBe(true)
  expect(text.startsWith('\ufeff')).toBe(false)
  return text
}
const width = (text: string) => [...text].reduce((sum, sign) => sum + (/[ -~｡-ﾟ]/.test(sign) ? 1 : 2), 0)
const isDate = /^\d{4}\/(0[1-9]|1[0-2])\/(0[1-9]|[12]\d|3[01])$/
const yenOf = (cell: string) => {
  expect(cell).toMatch(/^[1-9]\d{0,8}$/)
  return Number(cell)
}

/** Reads as 弥生会計 does: 25 columns without a header, each row a journal of both sides. */
const readYayoi = (data: string): Line[] =>
  cellsOf(decoded(data)).flatMap((row) => {
    expect(row).toHaveLength(25)
    const [
      flag,
      ,
      closing,
      date = '',
      debit = '',
      ,
      ,
      debitTax = '',
      debitYen = '',
      ,
      credit = '',
      ,
      ,
      creditTax = '',
    ] = row
    const [creditYen = '', , text = '', , , type, , , mark1, mark2, adjustment] = row.slice(14)
    expect([flag, closing, type, mark1, mark2, adjustment]).toEqual(['2000', '', '0', '0', '0', 'no'])
    expect(date).toMatch(isDate)
    expect(width(text)).toBeLessThanOrEqual(64)
    for (const account of [debit, credit]) expect([account !== '', width(account) <= 24]).toEqual([true, true])
    expect(yenOf(debitYen)).toBe(yenOf(creditYen))
    return [
      { date, side: 'debit', account: debit, tax: debitTax, amount: yenOf(debitYen), text },
      { date, side: 'credit', account: credit, tax: creditTax, amount: yenOf(creditYen), text },
    ]
  })

/** Reads as freee does: columns by the names of the first row. */
const readFreee = (data: string): Line[] => {
  const [header = [], ...rows] = cellsOf(decoded(data))
  expect(header).toEqual(freeeColumns)
  return rows.flatMap((row) => {
    expect(row).toHaveLength(header.length)
    const cell = (name: string) => row[header.indexOf(name)] ?? ''
    expect(cell('日付')).toMatch(isDate)
    expect(yenOf(cell('借方金額'))).toBe(yenOf(cell('貸方金額')))
    return (['借方', '貸方'] as const).map((side) => ({
      date: cell('日付'),
      side: side === '借方' ? ('debit' as const) : ('credit' as const),
      account: cell(`${side}勘定科目`),
      tax: cell(`${side}税区分`),
      amount: yenOf(cell(`${side}金額`)),
      text: cell('摘要'),
    }))
  })
}
/** What an account moved by: debits less credits. */
const moved = (lines: readonly Line[], account: string) =>
  lines
    .filter((line) => line.account === account)
    .reduce((sum, { side, amount }) => sum + (side === 'debit' ? amount : -amount), 0)

const bookFor = (ids: Ids, orderId: string) => (movement: Parameters<typeof book>[2]) =>
  inTransaction((db) => book(db, (noun) => newId(noun), movement, { ...ids, orderId }))
const goods = (orderId: string) => ({
  orderId,
  kind: 'goods' as const,
  subtotal: 3000,
  deferred: 3000,
  shippingFee: 600,
  konbiniFee: 0,
  total: 3600,
})

/** As the application of the club said who is behind it. */
const approvedAs = (tenantId: string, applicant: Person, legalName: string) =>
  database()
    .insert(tenantApplications)
    .values({
      applicationId: newId('application'),
      tenantId,
      applicantUid: applicant.uid,
      applicantEmail: applicant.email,
      locale: 'ja',
      status: 'approved',
      form: { ...completeForm(newSlug()), legalName },
      createdAt: now(),
      submittedAt: now(),
      updatedAt: now(),
    })

const none = { before: 0, after: 0 }

let desk: Person
beforeAll(async () => {
  desk = await operator()
})

/** A month with a plan, goods that were sent, that wait, and that went back before and after. */
const busyMonth = async () => {
  const of = await shop()
  const month = monthAfter(monthOf(now()), -1)
  const at = (date: string) => tokyo(`${month}-${date}T12:00`)
  await sold(of.ids, 20_000, at('03'))
  const [sent, waits, back] = [newId('order'), newId('order'), newId('order')]
  await bookFor(of.ids, sent)(paid(goods(sent), rates, at('04')))
  await bookFor(
    of.ids,
    sent,
  )(
    shipped(
      { fact: `shipped:${sent}`, sent: { price: 3000, shipping: 600 }, before: { price: 0, platformFee: 0 } },
      rates,
      at('09'),
    ),
  )
  await bookFor(of.ids, waits)(paid(goods(waits), rates, at('28')))
  await bookFor(of.ids, back)(paid(goods(back), rates, at('10')))
  const heldBack = await inTransaction((db) => heldOfOrder(db, { tenantId: of.tenantId, orderId: back }))
  const all = { price: 0, shipping: 0, konbiniFee: 0, waiting: { price: 3000, shipping: 600 } }
  for (const one of refunded(heldBack, all, newId('refund'), rates, at('11'))) await bookFor(of.ids, back)(one)
  const heldSent = await inTransaction((db) => heldOfOrder(db, { tenantId: of.tenantId, orderId: sent }))
  const part = { price: 1000, shipping: 0, konbiniFee: 0, waiting: { price: 0, shipping: 0 } }
  for (const one of disputed(heldSent, part, newId('dispute'), rates, at('20'))) await bookFor(of.ids, sent)(one)
  return { of, month }
}

describe('the month for a tax adviser', () => {
  test('the journals of both programs balance, say the same, and end at the payable and what was paid in advance', async () => {
    const { of, month } = await busyMonth()
    const asked = { ...of.ids, month }
    expect((await refused(revenue.exportJournal, { ...asked, bookkeeper: 'yayoi' }, of.owner)).code).toBe(
      'statementNotFinal',
    )
    await ask(payoutDesk.finalizeStatements, { month }, desk)
    const [yayoi, freee] = [
      await ask(revenue.exportJournal, { ...asked, bookkeeper: 'yayoi' }, of.owner),
      await ask(revenue.exportJournal, { ...asked, bookkeeper: 'freee' }, of.owner),
    ]
    expect(yayoi.contentType).toBe('text/csv; charset=shift_jis')
    const lines = readYayoi(yayoi.data)
    const same = (all: readonly Line[]) => all.map(({ tax: _, text: __, ...line }) => line)
    expect(same(readFreee(freee.data))).toEqual(same(lines))
    expect(lines.every(({ date }) => date.startsWith(month.replace('-', '/')))).toBe(true)
    const { figures } = await ask(revenue.getRevenue, asked, of.owner)
    const advances = await ask(revenue.getAdvances, asked, of.owner)
    expect(advances).toEqual({
      ...{ opening: 0, paid: 10_800, handedOver: -3600, back: -3600 },
      ...{ spread: 0, closing: 3600, toCome: 0 },
    })
    expect(moved(lines, '前受金')).toBe(-advances.closing)
    expect(moved(lines, '売掛金')).toBe(figures.payable + advances.closing)
    expect(moved(lines, '売上高')).toBe(figures.refunds + figures.chargebacks - figures.grossTotal)
    expect(moved(lines, '支払手数料')).toBe(figures.platformFee + figures.paymentFee)
    // What was handed over goes from the one to the other, without a turn through what is owed.
    expect(
      lines.filter(({ account }) => account === '前受金').map(({ side, amount }) => [side, amount]),
    ).toContainEqual(['debit', 3000])
  })

  test('each side bears its tax, by the program’s own words, and that of the day', () => {
    const sum = (rest: Partial<DaySum>): DaySum => ({
      day: '2026-10-05',
      account: 'brandPayable',
      kind: 'plan',
      component: 'gross',
      amount: -1100,
      entries: 1,
      ...rest,
    })
    const sums = [
      sum({}),
      sum({ component: 'refund', amount: 1100 }),
      sum({ component: 'platformFee', amount: 110 }),
      sum({ component: 'platformFee', amount: -110 }),
      sum({ component: 'payout', kind: 'payout', amount: 500 }),
      sum({ component: 'adjustment', kind: 'adjustment', amount: -50 }),
      sum({ component: 'adjustment', kind: 'adjustment', amount: 60 }),
    ]
    const taxes = (bookkeeper: 'freee' | 'yayoi', platformHasInvoice: boolean, days = sums, month = '2026-10') =>
      rowsOfJournals(journalsOf(days, month, none), bookkeeper, { brandName: '葵', platformHasInvoice })
        .slice(bookkeeper === 'freee' ? 1 : 0)
        .map((row) =>
          bookkeeper === 'freee'
            ? [row[freeeColumns.indexOf('借方税区分')], row[freeeColumns.indexOf('貸方税区分')]]
            : [row[7], row[13]],
        )
    expect(taxes('yayoi', true)).toEqual([
      ['対象外', '課税売上込10%'],
      ['課税売返込10%', '対象外'],
      ['課対仕入込10%適格', '対象外'],
      ['対象外', '課対仕入込10%適格'],
      ['対象外', '対象外'],
      ['対象外', '対象外'],
      ['対象外', '対象外'],
    ])
    expect(taxes('yayoi', false)[2]).toEqual(['課対仕入込10%', '対象外'])
    expect(taxes('freee', true).slice(0, 3)).toEqual([
      ['対象外', '課税売上10%'],
      ['課税売返10%', '対象外'],
      ['課対仕入10%', '対象外'],
    ])
    expect(taxes('yayoi', true, [sum({ day: '2019-09-30' })], '2019-09')).toEqual([['対象外', '課税売上込8%']])
    const food = [sum({ isReduced: true }), sum({ component: 'refund', amount: 1100, isReduced: true })]
    expect(taxes('freee', true, food)).toEqual([
      ['対象外', '課税売上8%（軽）'],
      ['課税売返8%（軽）', '対象外'],
    ])
    expect(taxes('yayoi', true, food)).toEqual([
      ['対象外', '課税売上込軽減8%'],
      ['課税売返込軽減8%', '対象外'],
    ])
    // Before there was a reduced rate everything was taxed alike.
    expect(taxes('yayoi', true, [sum({ day: '2019-09-30', isReduced: true })], '2019-09')).toEqual([
      ['対象外', '課税売上込8%'],
    ])
  })

  test('what counts in a month and happened before it bears its first day', () => {
    const late: DaySum = {
      day: '2026-09-30',
      account: 'brandPayable',
      kind: 'plan',
      component: 'gross',
      amount: -1100,
      entries: 1,
    }
    expect(journalsOf([late], '2026-10', none)).toMatchObject([{ day: '2026-10-01', amount: 1100 }])
  })

  test('the ledger as a file holds what the list shows, oldest first, and sums up to the month', async () => {
    const { of, month } = await busyMonth()
    const { exportId } = await ask(revenue.exportLedger, { ...of.ids, month, encoding: 'utf8bom' }, of.owner)
    const file = await fileOf(exportId)
    expect(file.header).toEqual(ledgerHeader)
    const { figures } = await ask(revenue.getRevenue, { ...of.ids, month }, of.owner)
    expect(file.totals[3]).toBe(String(figures.payable))
    const { entries } = await ask(revenue.getLedgerEntries, { ...of.ids, month }, of.owner)
    expect(file.rows.map((row) => Number(row[3]))).toEqual(entries.map(({ amount }) => amount).reverse())
    const fees = await ask(revenue.exportLedger, { ...of.ids, month, part: 'platformFee', encoding: 'sjis' }, of.owner)
    expect(new Set((await fileOf(fees.exportId)).rows.map((row) => row[2]))).toEqual(
      new Set(['プラットフォーム利用料']),
    )
    const accountant = await person()
    await addMember(of.tenantId, accountant, 'accountant')
    expect((await ask(exports.getExports, { ...of.ids, type: 'ledger' }, accountant)).exports).toHaveLength(2)
    const admin = await person()
    await addMember(of.tenantId, admin, 'admin')
    expect((await ask(exports.getExports, { ...of.ids, type: 'ledger' }, admin)).exports).toEqual([])
  })

  test('other clubs are refused', async () => {
    const [{ of, month }, other] = [await busyMonth(), await shop()]
    const asked = { ...of.ids, month }
    for (const answer of [
      await refused(revenue.exportJournal, { ...asked, bookkeeper: 'freee' }, other.owner),
      await refused(revenue.exportLedger, { ...asked, encoding: 'sjis' }, other.owner),
      await refused(revenue.getAdvances, asked, other.owner),
    ])
      expect(answer.status).toBe(404)
    const mixed = { tenantId: other.tenantId, brandId: of.ids.brandId, month }
    expect((await refused(revenue.getAdvances, mixed, other.owner)).status).toBe(404)
  })

  test('a final statement names the platform with its number, and who is behind the club, as they were on that day', async () => {
    const [early, late] = [await busyMonth(), await busyMonth()]
    await approvedAs(late.of.tenantId, late.of.owner, '株式会社葵')
    const csv = async ({ of, month }: typeof early) =>
      Buffer.from(
        (await ask(revenue.exportStatement, { ...of.ids, month, format: 'csv' }, of.owner)).data,
        'base64',
      ).toString()
    const { PLATFORM_INVOICE_NUMBER: kept } = serverConfig()
    serverConfig().PLATFORM_INVOICE_NUMBER = 'T1234567890123'
    const { name, invoiceNumber } = platform()
    const payer = `支払元,${name}\r\n登録番号,${invoiceNumber}\r\n`
    await ask(payoutDesk.finalizeStatements, { month: late.month }, desk)
    expect(await csv(early)).toContain(payer)
    expect(await csv(early)).toContain('支払先,Aoi 御中\r\n')
    expect(await csv(late)).toContain('支払先,株式会社葵 様 （Aoi）\r\n')
    // What is decided and renamed afterwards changes no document.
    await approvedAs(early.of.tenantId, early.of.owner, '星野 葵')
    serverConfig().PLATFORM_NAME = '別の会社'
    serverConfig().PLATFORM_INVOICE_NUMBER = undefined
    try {
      expect(await csv(early)).toContain('支払先,Aoi 御中\r\n')
      expect(await csv(early)).toContain(payer)
      const journal = { ...early.of.ids, month: early.month, bookkeeper: 'yayoi' as const }
      const { data } = await ask(revenue.exportJournal, journal, early.of.owner)
      expect(decoded(data)).toContain('課対仕入込10%適格')
      // One of before these were copied shows them as they are.
      await database()
        .update(statements)
        .set({ legalName: null, platform: null })
        .where(eq(statements.tenantId, early.of.tenantId))
      expect(await csv(early)).toContain('支払先,星野 葵 様 （Aoi）\r\n')
      expect(await csv(early)).toContain('支払元,別の会社\r\n')
    } finally {
      serverConfig().PLATFORM_NAME = name
      serverConfig().PLATFORM_INVOICE_NUMBER = kept
    }
  })
})
