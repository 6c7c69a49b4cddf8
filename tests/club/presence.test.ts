import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { presence } from '#club/presence/contract.ts'
import { presenceJobs } from '#club/presence/jobs.server.ts'
import { heardFor, saidEvery } from '#club/presence/presence.ts'
import { presences } from '#club/presence/tables.server.ts'
import { tenants } from '#club/tenants/contract.ts'
import { accounts } from '#office/accounts/contract.ts'
import { jobContext } from '#program/workContext.ts'
import { database } from '#server/db.ts'
import { addMember, ask, club, newId, operator, type Person, person, refused } from '../support/club'

/* Members who have the same thing open for editing see each other, before one of them writes over the other (rule: editing.together). */

let of: Awaited<ReturnType<typeof club>>
let editor: Person
let editorId: string
beforeEach(async () => {
  of = await club()
  editor = await person()
  editorId = await addMember(of.tenantId, editor, 'editor', null, '三上 そら')
})

const letter = { kind: 'content' as const, itemId: 'content_letter' }
const isOpenTo = async (by: Person, values: object = {}) =>
  (await ask(presence.noteEditing, { ...of.ids, ...letter, isLeaving: false, ...values }, by)).others
const leave = (by: Person) => ask(presence.noteEditing, { ...of.ids, ...letter, isLeaving: true }, by)
const rows = () => database().select().from(presences).where(eq(presences.tenantId, of.tenantId))
/** Everybody was last heard of so much longer ago. */
const pass = (time: number) =>
  database()
    .update(presences)
    .set({ seenAt: sql`seen_at - ${time} * interval '1 ms'` })
    .where(eq(presences.tenantId, of.tenantId))

describe('who opens what another member has open', () => {
  test('editing.together: is told their name, and of nobody once they have left', async () => {
    expect(await isOpenTo(editor)).toEqual([])
    expect(await isOpenTo(of.owner)).toEqual([{ memberId: editorId, name: '三上 そら', role: 'editor' }])
    expect(await isOpenTo(editor)).toMatchObject([{ name: 'owner', role: 'owner' }])
    expect(await leave(editor)).toEqual({ others: [] })
    expect(await isOpenTo(of.owner)).toEqual([])
  })

  test('is told of nobody whose lid is closed: within a minute of their last word, though one word may be lost', async () => {
    await isOpenTo(editor)
    await pass(2 * saidEvery + 1000)
    expect(await isOpenTo(of.owner)).toHaveLength(1)
    await pass(heardFor - 2 * saidEvery)
    expect(await isOpenTo(of.owner)).toEqual([])
    // A screen asks again so often.
    expect(heardFor + saidEvery).toBeLessThanOrEqual(60_000)
    expect(await isOpenTo(editor)).toHaveLength(1)
    expect(await isOpenTo(of.owner)).toHaveLength(1)
  })

  test('is not told of themselves in another tab', async () => {
    await isOpenTo(editor)
    expect(await isOpenTo(editor)).toEqual([])
    expect(await rows()).toHaveLength(1)
  })

  test('is told by role of whom no name is known, and never their address', async () => {
    const unnamed = await person()
    await addMember(of.tenantId, unnamed, 'admin', null, '')
    await isOpenTo(unnamed)
    const others = await isOpenTo(of.owner)
    expect(others).toMatchObject([{ name: '', role: 'admin' }])
    expect(JSON.stringify(others)).not.toContain(unnamed.email)
  })

  test('is told no longer of whom the club has removed', async () => {
    await isOpenTo(editor)
    await ask(tenants.removeTenantMember, { tenantId: of.tenantId, memberId: editorId }, of.owner)
    expect(await isOpenTo(of.owner)).toEqual([])
  })
})

test('nobody of another thing, another brand or another club is named, whatever they call what they have open', async () => {
  await isOpenTo(editor)
  expect(await isOpenTo(of.owner, { itemId: 'content_other' })).toEqual([])
  expect(await isOpenTo(of.owner, { kind: 'plan' })).toEqual([])
  const other = await club()
  expect(await isOpenTo(other.owner, other.ids)).toEqual([])
  expect(await isOpenTo(editor)).toEqual([])
  await database()
    .update(presences)
    .set({ brandId: newId('brand') })
    .where(eq(presences.uid, editor.uid))
  expect(await isOpenTo(of.owner)).toEqual([])
})

test('whoever may edit nothing has nothing open: other roles, strangers, and the operators of the platform who look at a club', async () => {
  const payload = { ...of.ids, ...letter, isLeaving: false }
  for (const role of ['moderator', 'shipper', 'accountant'] as const) {
    const member = await person()
    await addMember(of.tenantId, member, role)
    expect(await refused(presence.noteEditing, payload, member), role).toMatchObject({ status: 403 })
  }
  const limited = await person()
  await addMember(of.tenantId, limited, 'editor', [newId('brand')])
  for (const stranger of [limited, await person(), await operator()])
    expect(await refused(presence.noteEditing, payload, stranger)).toMatchObject({ status: 404 })
  expect(await rows()).toEqual([])
})

test('nothing of it is kept: the night clears away who never said that they left, and whoever deletes their account is forgotten', async () => {
  await isOpenTo(editor)
  await presenceJobs.sweepPresences.run(jobContext('sweep'), {})
  expect(await rows()).toHaveLength(1)
  await pass(heardFor + 1000)
  await isOpenTo(of.owner)
  await presenceJobs.sweepPresences.run(jobContext('sweep'), {})
  expect(await rows()).toMatchObject([{ uid: of.owner.uid }])
  await isOpenTo(editor)
  await ask(accounts.deleteMyAccount, { typedEmail: editor.email }, editor)
  expect(await rows()).toMatchObject([{ uid: of.owner.uid }])
})
