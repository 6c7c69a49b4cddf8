import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csvOf } from '#kit/csv.ts'
import { day } from '#kit/time.ts'
import { paidOut, payoutReturned, payoutSent } from '#money/ledger/ledger.ts'
import { convertYuchoNumbers, normalizeHolder, sameHolder } from '#money/payouts/bankAccounts/kana.ts'
import { rowsOfStatement } from '#money/payouts/revenue/paper.ts'
import { blockersOf, lastBankingDay, nextPayoutDay } from '#money/payouts/revenue/payout.ts'
import { finalFrom, lastClosable, type Sum, statementOf } from '#money/payouts/revenue/statement.ts'
import { zenginFile } from '#money/payouts/revenue/zengin.ts'
import { calendarOf, continuousMonths, monthsOfTerm, segmentOf } from '#office/fans/fan.ts'
import { pointsOf } from '#office/sales/sales.ts'
import { tokyo } from '../support/plan'

describe('a holder’s name, as banks take it', () => {
  test.each([
    ['さとう　アオイ', 'individual', 'ｻﾄｳ ｱｵｲ'],
    ['ｻﾄｳ ｱｵｲ', 'individual', 'ｻﾄｳ ｱｵｲ'],
    ['ガギグゲゴ　パピプ', 'individual', 'ｶﾞｷﾞｸﾞｹﾞｺﾞ ﾊﾟﾋﾟﾌﾟ'],
    ['キャッチ　ヲタ', 'individual', 'ｷﾔﾂﾁ ｵﾀ'],
    ['ローラ　ヴィ', 'individual', 'ﾛ-ﾗ ｳﾞｲ'],
    ['ｔａｒｏ　ｙａｍａｄａ', 'individual', 'TARO YAMADA'],
    ['株式会社ツドイ', 'corporation', 'ｶ)ﾂﾄﾞｲ'],
    ['ツドイ株式会社', 'corporation', 'ﾂﾄﾞｲ(ｶ'],
    ['ツドイ合同会社', 'corporation', 'ﾂﾄﾞｲ(ﾄﾞ'],
    ['一般社団法人ツドイ', 'corporation', 'ｼﾔ)ﾂﾄﾞｲ'],
  ] as const)('%s (%s) is %s', (given, type, expected) => {
    expect(normalizeHolder(given, type)).toMatchObject({ text: expected, invalid: [] })
  })
  test('kanji, signs and what is wider than 30 are said', () => {
    expect(normalizeHolder('佐藤 葵', 'individual').invalid).toEqual(['佐', '藤', '葵'])
    expect(normalizeHolder('=HYPERLINK("x")', 'individual').invalid.length).toBeGreaterThan(0)
    expect(normalizeHolder('ガ'.repeat(16), 'individual')).toMatchObject({
      width: 32,
      warnings: ['changed', 'tooWide', 'noSpace'],
    })
  })
  test('whatever is given, what comes out can stand in the file', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (given) => {
        expect(normalizeHolder(given, 'corporation').text).toMatch(/^[ｱ-ﾝﾞﾟ0-9A-Z ().\-/]*$/)
      }),
    )
  })
  test('is the same however it is written', () => {
    expect(sameHolder('サトウ アオイ', 'さとうあおい', 'individual')).toBe(true)
    expect(sameHolder('サトウ アオイ', 'サトウ アオ', 'individual')).toBe(false)
  })
})

test.each([
  ['11940', '12345671', { branchCode: '198', accountType: 'ordinary', accountNumber: '1234567' }],
  ['１０１８０', '1', null],
  ['10180', '３２１', { branchCode: '018', accountType: 'ordinary', accountNumber: '0000032' }],
  ['00120', '123456', { branchCode: '019', accountType: 'checking', accountNumber: '0123456' }],
  ['20120', '123451', null],
  ['1018', '123451', null],
  ['10180', '12345672', null],
  ['<b>', '1', null],
])('post office %s-%s', (kigou, bangou, expected) => {
  const found = convertYuchoNumbers(kigou, bangou)
  if (expected) expect(found).toMatchObject(expected)
  else expect(found).toBeNull()
})

test('the bank’s file is what the published layout says, byte for byte', () => {
  const sender = {
    code: '1234567890',
    name: 'ﾂﾄﾞｲ(ｶ',
    bankCode: '0001',
    bankName: 'ﾐｽﾞﾎ',
    branchCode: '001',
    branchName: 'ﾄｳｷﾖｳ',
    accountType: '1' as const,
    accountNumber: '7654321',
  }
  const transfers = [
    {
      bankCode: '0005',
      bankName: 'ﾐﾂﾋﾞｼUFJ',
      branchCode: '110',
      branchName: 'ｼﾌﾞﾔ',
      accountType: 'ordinary' as const,
      accountNumber: '0001234',
      holder: 'ｻﾄｳ ｱｵｲ',
      amount: 123456,
      traceId: '0000000042',
    },
  ]
  // By hand, column by column, from the layout of 総合振込.
  const byHand = [
    `1210${'1234567890'}${'ﾂﾄﾞｲ(ｶ'.padEnd(40)}${'1130'}${'0001'}${'ﾐｽﾞﾎ'.padEnd(15)}${'001'}${'ﾄｳｷﾖｳ'.padEnd(15)}${'1'}${'7654321'}${' '.repeat(17)}`,
    `2${'0005'}${'ﾐﾂﾋﾞｼUFJ'.padEnd(15)}${'110'}${'ｼﾌﾞﾔ'.padEnd(15)}${'    '}${'1'}${'0001234'}${'ｻﾄｳ ｱｵｲ'.padEnd(30)}${'0000123456'}${'0'}${'0000000042'}${' '.repeat(10)}${'7'}${' '}${' '.repeat(7)}`,
    `8${'000001'}${'000000123456'}${' '.repeat(101)}`,
    `9${' '.repeat(119)}`,
  ]
  for (const record of byHand) expect(record.length).toBe(120)
  const file = zenginFile(sender, transfers, '1130')
  expect(file.length).toBe(4 * 122)
  expect(new TextDecoder('shift_jis').decode(file)).toBe(byHand.map((record) => `${record}\r\n`).join(''))
  expect(() => zenginFile(sender, [{ ...transfers[0], holder: '佐藤' } as never], '1130')).toThrow()
  expect(() => zenginFile(sender, [{ ...transfers[0], amount: -1 } as never], '1130')).toThrow()
})

test.each([
  ['2026-11', '2026-11-30'],
  ['2026-10', '2026-10-30'],
  ['2026-12', '2026-12-30'],
  ['2027-02', '2027-02-26'],
  // Showa Day on a Friday, then a weekend; and on a Sunday, with a day off on the Monday.
  ['2028-04', '2028-04-28'],
  ['2029-04', '2029-04-27'],
])('banks are open for the last time in %s on %s', (month, expected) => {
  expect(lastBankingDay(month)).toBe(tokyo(`${expected}T00:00`))
})

test('a month is final from the 10th on, Tokyo time', () => {
  expect(finalFrom('2026-10')).toBe(tokyo('2026-11-10T00:00'))
  expect(lastClosable(tokyo('2026-11-09T23:59'))).toBe('2026-09')
  expect(lastClosable(tokyo('2026-11-10T00:00'))).toBe('2026-10')
  expect(nextPayoutDay(tokyo('2026-11-30T09:00'))).toBe(tokyo('2026-12-30T00:00'))
})

describe('a statement', () => {
  const sums: Sum[] = [
    { month: '2026-09', kind: 'plan', component: 'gross', amount: -10_000 },
    { month: '2026-09', kind: 'plan', component: 'platformFee', amount: 1000 },
    { month: '2026-10', kind: 'plan', component: 'gross', amount: -5000 },
    { month: '2026-10', kind: 'backNumber', component: 'gross', amount: -500 },
    { month: '2026-10', kind: 'plan', component: 'refund', amount: 1500 },
    { month: '2026-10', kind: 'plan', component: 'platformFee', amount: 400 },
    { month: '2026-10', kind: 'plan', component: 'paymentFee', amount: 180 },
    { month: '2026-10', kind: 'payout', component: 'payout', amount: 8670 },
    { month: '2026-10', kind: 'payout', component: 'payoutFee', amount: 330 },
  ]
  test('goes from gross to payable, and what was paid out is not owed again', () => {
    expect(statementOf(sums, '2026-10')).toEqual({
      gross: { plan: 5000, backNumber: 500, goods: 0, eventGoods: 0 },
      grossTotal: 5500,
      refunds: 1500,
      chargebacks: 0,
      platformFee: 400,
      paymentFee: 180,
      adjustments: 0,
      net: 3420,
      opening: 9000,
      paidOut: 8670,
      transferFees: 330,
      returnFees: 0,
      carriedOverIn: 0,
      payable: 3420,
    })
  })
  test('is the sum of its ledger, whatever was booked', () => {
    const one = fc.record({
      month: fc.constantFrom('2026-08', '2026-09', '2026-10'),
      kind: fc.constantFrom('plan' as const, 'goods' as const, 'payout' as const),
      component: fc.constantFrom(
        ...([
          'gross',
          'shippingFee',
          'refund',
          'chargeback',
          'platformFee',
          'paymentFee',
          'konbiniFee',
          'adjustment',
          'payout',
          'payoutFee',
          'returnedTransferFee',
        ] as const),
      ),
      amount: fc.integer({ min: -100_000, max: 100_000 }),
    })
    fc.assert(
      fc.property(fc.array(one, { maxLength: 40 }), (all) => {
        const payable = statementOf(all, '2026-10').payable
        expect(payable).toBe(0 - all.reduce((sum, { amount }) => sum + amount, 0))
      }),
    )
  })
  test('as a table names nothing that a spreadsheet would run', () => {
    const statement = {
      month: '2026-10',
      statementId: 's',
      figures: statementOf(sums, '2026-10'),
      brandName: '=cmd|"/C calc"!A1',
      invoiceNumber: '',
      finalizedAt: 1,
      legalName: '',
      platform: { name: 'Tsudoi', invoiceNumber: '' },
    }
    const none = { opening: 0, paid: 0, handedOver: 0, back: 0, spread: 0, closing: 0, toCome: 0 }
    expect(csvOf(rowsOfStatement(statement, 'en', none))).toContain(`"'=cmd|""/C calc""!A1"`)
    for (const sign of ['=', '+', '-', '@', '\t', '\r']) expect(csvOf([[`${sign}1`]])).toContain(`"'${sign}1"`)
    expect(csvOf([[-5]])).toBe('\ufeff-5\r\n')
  })
})

test('a payout, its sending and its return balance, and leave what was owed less the fees', () => {
  const payout = { payoutId: 'p', amount: 10_000, fee: 330, returnFee: 880 }
  const movements = [paidOut(payout, 1), payoutSent(payout, 2), payoutReturned(payout, 3)]
  for (const { entries } of movements) expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(0)
  const all = movements.flatMap(({ entries }) => entries)
  const of = (account: string) =>
    all.filter((one) => one.account === account).reduce((sum, { amount }) => sum + amount, 0)
  expect({ brand: of('brandPayable'), payouts: of('payouts'), cash: of('cash') }).toEqual({
    brand: 330 + 880,
    payouts: 0,
    cash: 0,
  })
})

test('every blocker is named, and none where all is well', () => {
  const now = tokyo('2026-11-20T12:00')
  const account = { status: 'registered' as const, savedAt: now - 3 * day }
  const well = { isSuspended: false, account, identity: 'verified' as const, payable: 5000, minimum: 3000 }
  expect(blockersOf(well, now)).toEqual([])
  const kinds = (facts: Partial<Parameters<typeof blockersOf>[0]>) =>
    blockersOf({ ...well, ...facts }, now).map(({ kind }) => kind)
  expect(kinds({ isSuspended: true })).toEqual(['suspended'])
  expect(kinds({ account: null, identity: null, payable: 2999 })).toEqual([
    'noAccount',
    'identityMissing',
    'belowMinimum',
  ])
  expect(kinds({ account: { ...account, status: 'errored' }, identity: 'failed' })).toEqual([
    'accountErrored',
    'identityFailed',
  ])
  expect(kinds({ account: { ...account, savedAt: now - day }, identity: 'submitted' })).toEqual([
    'accountHeld',
    'identityPending',
  ])
})

describe('a fan', () => {
  const now = tokyo('2026-11-20T12:00')
  test.each([
    [{ memberUntil: now + 1, orderCount: 0 }, 'subscriber'],
    [{ memberUntil: now, orderCount: 3 }, 'formerSubscriber'],
    [{ memberUntil: null, orderCount: 1 }, 'buyer'],
    [{ memberUntil: null, orderCount: 0 }, 'follower'],
  ] as const)('%o is a %s', (facts, segment) => {
    expect(segmentOf(facts, now)).toBe(segment)
  })
  test('has a month for each that was paid, bought or missed', () => {
    const monthly = { from: tokyo('2026-07-31T10:00'), to: tokyo('2026-08-31T10:00'), voidedAt: null }
    expect(monthsOfTerm(monthly, now)).toEqual([{ year: 2026, month: 7 }])
    const yearly = { from: tokyo('2026-01-31T10:00'), to: tokyo('2027-01-31T10:00'), voidedAt: null }
    expect(monthsOfTerm(yearly, now).map(({ month }) => month)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(monthsOfTerm({ ...monthly, voidedAt: monthly.from }, now)).toEqual([])
    const months = calendarOf(
      [
        { year: 2026, month: 8 },
        { year: 2026, month: 11 },
      ],
      [{ year: 2026, month: 10 }],
      now,
    )
    expect(months.map(({ state }) => state)).toEqual(['paid', 'missing', 'backNumber', 'paid'])
    expect(
      continuousMonths(
        [
          { year: 2026, month: 9 },
          { year: 2026, month: 10 },
        ],
        now,
      ),
    ).toBe(2)
    expect(continuousMonths([{ year: 2026, month: 9 }], now)).toBe(0)
  })
})

test('sales have a point for every day, week and month of a span, and lose nothing', () => {
  const span = { from: tokyo('2026-10-28T00:00'), to: tokyo('2026-11-10T00:00') }
  const rows = [
    { day: '2026-10-31', kind: 'plan' as const, gross: 1000, refunds: 0 },
    { day: '2026-11-01', kind: 'goods' as const, gross: 500, refunds: 200 },
  ]
  expect(pointsOf(rows, span, 'day').length).toBe(13)
  expect(pointsOf(rows, span, 'week').map(({ day: date }) => date)).toEqual(['2026-10-26', '2026-11-02', '2026-11-09'])
  expect(
    pointsOf(rows, span, 'month').map((point) => [point.day, point.gross.plan + point.gross.goods, point.refunds]),
  ).toEqual([
    ['2026-10-01', 1000, 0],
    ['2026-11-01', 500, 200],
  ])
})
