import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { exports } from '#club/exports/contract.ts'
import { csvBytes, writeCsv } from '#club/exports/csv.server.ts'
import { day } from '#kit/time.ts'
import { staffSubscriptions } from '#membership/subscriptions/staff/contract.ts'
import { subscriberHeader } from '#membership/subscriptions/staff/export.server.ts'
import { accounts } from '#office/accounts/contract.ts'
import { staffFans } from '#office/fans/contract.ts'
import { fanHeader } from '#office/fans/export.server.ts'
import { sales } from '#office/sales/contract.ts'
import { salesHeader } from '#office/sales/export.server.ts'
import { memberNews } from '#publishing/news/contract.ts'
import { now } from '#server/clock.ts'
import { pool } from '#server/db.ts'
import { storage } from '#server/storage/storage.ts'
import { addMember, adminOfBoth, ask, type Person, person, refused } from '../support/club'
import { fileOf } from '../support/file'
import { joinAtStore, joinByCard, moveTo, newFan, shop } from '../support/shop'

const utf8 = { encoding: 'utf8bom' } as const
const name = (fan: Person, text: string) =>
  pool().query(
    `insert into people (uid, display_name, email, created_at, edited_at) values ($1, $2, $3, $4, $4)
     on conflict (uid) do update set display_name = $2, email = $3`,
    [fan.uid, text, fan.email, new Date(now())],
  )

const crowded = async () => {
  const of = await shop()
  const [hana, yuki] = [await newFan(), await newFan()]
  await joinByCard(of, hana)
  await joinAtStore(of, yuki)
  await name(hana, '=SUM(A1)')
  await name(yuki, '髙橋〜ゆき')
  return { ...of, hana, yuki }
}

test('a file that was made before a person deleted the account ends with the account', async () => {
  const [of, elsewhere] = [await crowded(), await crowded()]
  const made = async (shop: typeof of) => {
    const { exportId } = await ask(staffFans.exportFans, { ...shop.ids, ...utf8 }, shop.owner)
    return { exportId, key: (await fileOf(exportId)).row.key as string }
  }
  const [before, other] = [await made(of), await made(elsewhere)]
  await ask(accounts.deleteMyAccount, { typedEmail: of.hana.email }, of.hana)
  expect(await refused(exports.getExportUrl, { ...of.ids, exportId: before.exportId }, of.owner)).toMatchObject({
    code: 'exportNotThere',
  })
  await ask(exports.getExportUrl, { ...elsewhere.ids, exportId: other.exportId }, elsewhere.owner)
  await moveTo(now() + day)
  expect(await storage().head(before.key)).toBeNull()
  expect(await storage().head(other.key)).not.toBeNull()
})

describe('a file of fans', () => {
  test('holds those that the filter finds, and their sums in its last row', async () => {
    const of = await crowded()
    const all = await fileOf((await ask(staffFans.exportFans, { ...of.ids, ...utf8 }, of.owner)).exportId)
    expect(all.header).toEqual(fanHeader)
    expect(all.count).toBe(2)
    expect(all.rows).toHaveLength(2)
    const at = fanHeader.indexOf('累計金額')
    expect(all.totals[0]).toBe('合計（2件）')
    expect(Number(all.totals[at])).toBe(all.rows.reduce((sum, row) => sum + Number(row[at]), 0))
    expect(all.rows.every((row) => row[2] === '')).toBe(true)
    const { exportId } = await ask(staffFans.exportFans, { ...of.ids, ...utf8, q: 'ゆき' }, of.owner)
    expect((await fileOf(exportId)).rows.map((row) => row[1])).toEqual(['髙橋〜ゆき'])
  })

  test('no cell is a formula, and Shift-JIS is what Windows writes', async () => {
    const of = await crowded()
    const { exportId } = await ask(staffFans.exportFans, { ...of.ids, encoding: 'sjis' }, of.owner)
    const { rows } = await fileOf(exportId)
    expect(rows.map((row) => row[1]).sort()).toEqual(["'=SUM(A1)", '髙橋～ゆき'])
    const bom = await fileOf((await ask(staffFans.exportFans, { ...of.ids, ...utf8 }, of.owner)).exportId)
    expect(bom.bytes.subarray(0, 3).toString('hex')).toBe('efbbbf')
  })

  test('addresses are for owners and admins, of fans who agreed, and their files for them alone', async () => {
    const of = await crowded()
    const moderator = await person()
    await addMember(of.ids.tenantId, moderator, 'moderator')
    await ask(memberNews.setEmailVisible, { ...of.ids, isOn: true }, of.hana)
    const { exportId } = await ask(staffFans.exportFans, { ...of.ids, ...utf8, withEmail: true }, of.owner)
    expect((await fileOf(exportId)).rows.map((row) => row[2])).toEqual([of.hana.email, ''])
    const members = await ask(staffSubscriptions.exportSubscribers, { ...of.ids, ...utf8, withEmail: true }, of.owner)
    const inFile = (await fileOf(members.exportId)).bytes.toString()
    expect([of.hana, of.yuki].map(({ email }) => inFile.includes(email))).toEqual([true, false])
    const asked = await ask(staffFans.exportFans, { ...of.ids, ...utf8, q: of.yuki.email }, of.owner)
    expect((await fileOf(asked.exportId)).rows.map((row) => row[1])).toEqual(['髙橋〜ゆき'])
    expect(await refused(staffFans.exportFans, { ...of.ids, ...utf8, withEmail: true }, moderator)).toMatchObject({
      code: 'emailNotAllowed',
    })
    const mine = await ask(staffFans.exportFans, { ...of.ids, ...utf8 }, moderator)
    const file = await fileOf(mine.exportId)
    // A moderator sees no amounts, neither on the screen nor in a file.
    expect(file.rows.map((row) => row[fanHeader.indexOf('累計金額')])).toEqual(['', ''])
    const { exports: offered, mayIncludeEmail } = await ask(exports.getExports, of.ids, moderator)
    expect(offered.map((one) => one.exportId)).toEqual([mine.exportId])
    expect(mayIncludeEmail).toBe(false)
    const { rows } = await pool().query(
      `select operation, payload from audit_log where tenant_id = $1 and operation = 'exportFans' order by at`,
      [of.ids.tenantId],
    )
    expect(rows).toHaveLength(3)
    expect(rows[0].payload).toMatchObject({ withEmail: true })
  })
})

test('a file of members is that of the tab and of the day on the screen', async () => {
  const of = await crowded()
  const before = now()
  const { counts } = await ask(staffSubscriptions.getSubscribers, of.ids, of.owner)
  const living = await fileOf(
    (await ask(staffSubscriptions.exportSubscribers, { ...of.ids, ...utf8 }, of.owner)).exportId,
  )
  expect(living.header).toEqual(subscriberHeader)
  expect(living.count).toBe(counts.living)
  expect(living.totals[subscriberHeader.indexOf('月あたり')]).toBe('3000')
  const { exportId: none } = await ask(
    staffSubscriptions.exportSubscribers,
    { ...of.ids, ...utf8, tab: 'ended' },
    of.owner,
  )
  expect((await fileOf(none)).rows).toEqual([])
  const { exportId: past } = await ask(
    staffSubscriptions.exportSubscribers,
    { ...of.ids, ...utf8, asOf: before - day },
    of.owner,
  )
  expect((await fileOf(past)).count).toBe(0)
})

test('a file of sales sums up to what the screen says, and is kept for seven days', async () => {
  const of = await crowded()
  const span = { from: now() - 2 * day, to: now() + day }
  const summary = await ask(sales.getSalesSummary, { ...of.ids, ...span, groupBy: 'day' }, of.owner)
  const file = await fileOf((await ask(sales.exportSales, { ...of.ids, ...utf8, ...span }, of.owner)).exportId)
  expect(file.header).toEqual(salesHeader)
  expect(Number(file.totals[salesHeader.indexOf('売上')])).toBe(summary.gross)
  const cards = { ...of.ids, ...utf8, ...span, method: 'card' } as const
  expect((await fileOf((await ask(sales.exportSales, cards, of.owner)).exportId)).count).toBe(1)
  expect(await refused(sales.exportSales, { ...of.ids, ...utf8, from: 2, to: 1 }, of.owner)).toMatchObject({
    status: 400,
  })
  const { exports: offered } = await ask(exports.getExports, { ...of.ids, type: 'sales' }, of.owner)
  expect(offered.map(({ state }) => state)).toEqual(['completed', 'completed'])
  await moveTo(now() + 8 * day)
  const { exports: later } = await ask(exports.getExports, { ...of.ids, type: 'sales' }, of.owner)
  expect(later.map(({ state }) => state)).toEqual(['expired', 'expired'])
})

test('each file is listed with the name that its maker has in this club', async () => {
  const clubs = [await shop(), await shop()] as const
  const admin = await adminOfBoth(clubs)
  for (const { ids } of clubs) await ask(staffFans.exportFans, { ...ids, ...utf8 }, admin)
  const lists = await Promise.all(clubs.map(({ ids, owner }) => ask(exports.getExports, ids, owner)))
  expect(lists.map((list) => list.exports.map(({ createdByName }) => createdByName))).toEqual([['星野'], ['月島']])
})

test('a file with addresses is no longer offered to whoever made it as an admin and is none any more', async () => {
  const of = await crowded()
  const admin = await person()
  await addMember(of.ids.tenantId, admin, 'admin')
  const { exportId } = await ask(staffFans.exportFans, { ...of.ids, ...utf8, withEmail: true }, admin)
  await fileOf(exportId)
  await pool().query(`update tenant_members set role = 'moderator' where tenant_id = $1 and uid = $2`, [
    of.ids.tenantId,
    admin.uid,
  ])
  expect((await ask(exports.getExports, of.ids, admin)).exports).toEqual([])
  expect(await refused(exports.getExportUrl, { ...of.ids, exportId }, admin)).toMatchObject({ code: 'exportNotFound' })
})

test.each([
  ['sjis', "'－1+1,'＝A1,星－月\r\n"],
  ['utf8bom', "\ufeff\u22121+1,'＝A1,星\u2212月\r\n"],
] as const)('no cell of a statement is a formula once it is written (%s)', (encoding, text) => {
  const bytes = csvBytes([['\u22121+1', '＝A1', '星\u2212月']], encoding)
  const read = encoding === 'sjis' ? iconv.decode(bytes, 'cp932') : bytes.toString('utf8')
  expect(read.replaceAll('"', '')).toBe(text)
})

describe('a file is written batch by batch', () => {
  test.each([
    ['utf8bom', '\ufeffa,b\r\nc,d\r\n'],
    ['sjis', 'a,b\r\nc,d\r\n'],
  ] as const)('its mark stands in it once, whichever batches are empty (%s)', async (encoding, text) => {
    const path = join(tmpdir(), `tsudoi-batches-${encoding}-${process.pid}.csv`)
    const batches = async function* () {
      yield* [[], [], [['a', 'b']], [], [['c', 'd']]]
    }
    expect(await writeCsv(path, batches(), encoding, async () => {})).toBe(2)
    expect(await readFile(path, 'utf8')).toBe(text)
  })

  test('what becomes the beginning of a formula in Shift-JIS is none either', async () => {
    const path = join(tmpdir(), `tsudoi-minus-${process.pid}.csv`)
    const batches = async function* () {
      yield [['\u22121+1', '星−月']]
    }
    await writeCsv(path, batches(), 'sjis', async () => {})
    expect(iconv.decode(await readFile(path), 'cp932')).toBe("'－1+1,星－月\r\n")
  })
})
