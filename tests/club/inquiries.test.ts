import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { fans } from '#club/fans/contract.ts'
import { people } from '#club/fans/tables.server.ts'
import { inquiries } from '#club/inquiries/contract.ts'
import { inquiries as table } from '#club/inquiries/tables.server.ts'
import { tenants } from '#club/tenants/contract.ts'
import { tenantMembers } from '#club/tenants/tables.server.ts'
import { serverConfig } from '#config.server.ts'
import { accounts } from '#office/accounts/contract.ts'
import { closing } from '#office/club/closing/contract.ts'
import { comments } from '#publishing/comments/contract.ts'
import { loves } from '#publishing/contents/loves/contract.ts'
import { database } from '#server/db.ts'
import { addMember, ask, club, operator, type Person, person, refused, tokenOf } from '../support/club'
import { addContent } from '../support/fan'
import { mailsTo } from '../support/mail'

const letter = { fromName: '花', from: 'hana@example.test', subject: 'ライブのこと', content: '一行目\n二行目' }

test('a letter reaches the owner and the administrators by mail, and is kept', async () => {
  const { ids, owner, tenantId } = await club()
  const [admin, editor, elsewhere, fan] = await Promise.all([person(), person(), person(), person()])
  await addMember(tenantId, admin, 'admin')
  await addMember(tenantId, editor, 'editor')
  await addMember(tenantId, elsewhere, 'admin', ['brand_other'])
  expect(await ask(inquiries.contactCreator, { ...ids, ...letter })).toEqual({ success: true })
  expect(await ask(inquiries.contactCreator, { ...ids, ...letter, subject: '二通目' }, fan)).toEqual({ success: true })
  for (const { email } of [owner, admin]) {
    const mails = await mailsTo(email)
    expect(mails).toHaveLength(2)
    const raw = readFileSync(join(process.env.DATA_DIR ?? '', 'outbox', `${mails[0]?.id}.eml`), 'utf8')
    expect(raw).toMatch(/^Reply-To: hana@example\.test\r?$/m)
    expect(JSON.stringify(mails)).toContain('二行目')
  }
  for (const { email } of [editor, elsewhere]) expect(await mailsTo(email)).toEqual([])
  expect(await mailsTo(letter.from)).toEqual([])
  const kept = await database().select().from(table).where(eq(table.brandId, ids.brandId))
  expect(kept).toHaveLength(2)
  expect(kept.map(({ uid }) => uid).sort()).toEqual([fan.uid, null].sort())
})

test.each([
  ['fromName', ''],
  ['fromName', 'a\r\nBcc: x@example.test'],
  ['from', ''],
  ['from', 'a@b'],
  ['from', 'a@example.test, b@example.test'],
  ['from', 'a@example.test\r\nBcc: x@example.test'],
  ['from', 'A <a@example.test>'],
  ['subject', '   '],
  ['subject', 'Hi\nBcc: x@example.test'],
  ['subject', 'a'.repeat(121)],
  ['content', ' \n '],
  ['content', 'あ'.repeat(5001)],
])('a letter whose %s is %j is refused by that name', async (field, value) => {
  const { ids } = await club()
  const { status, fields } = await refused(inquiries.contactCreator, { ...ids, ...letter, [field]: value })
  expect(status).toBe(400)
  expect(fields?.map((one) => one.field)).toContain(field)
})

test('a fan is known by the name of their account until they choose another, which stays', async () => {
  const { ids, tenantId } = await club()
  const planContentId = await addContent(ids, { viewableBy: 'allUsers' })
  const asked = { tenantId, planContentId }
  const known = await person()
  const named = (name: string) => ({ token: tokenOf(known.uid, known.email, { name }) })
  const shown = async () => {
    const { comments: all } = await ask(comments.getPublicPlanContentComments, asked)
    return all[0]?.commentedBy.displayName
  }
  await ask(comments.postCommentToPlanContent, { ...asked, content: 'Hello' }, named('Hana'))
  expect(await shown()).toBe('Hana')
  await ask(loves.lovePlanContent, asked, named('Hana Sato'))
  expect(await shown()).toBe('Hana Sato')
  const profile = { displayName: 'はな', icon: 'https://example.com/hana.png' }
  expect(await ask(fans.updateMyProfile, profile, known)).toMatchObject(profile)
  await ask(loves.lovePlanContent, asked, named('Somebody else'))
  expect(await shown()).toBe('はな')
  expect(await ask(fans.getMyProfile, {}, known)).toMatchObject(profile)
  for (const bad of [
    { displayName: '', icon: '' },
    { displayName: 'あ'.repeat(41), icon: '' },
    { displayName: 'a\nb', icon: '' },
    { displayName: 'a', icon: 'javascript:alert(1)' },
  ])
    expect((await refused(fans.updateMyProfile, bad, known)).status).toBe(400)
  const rows = await database().select().from(people).where(eq(people.uid, known.uid))
  expect(rows).toHaveLength(1)
})

// --- Threads ---------------------------------------------------------------------------------------------------------------

const leave = (who: Person) => ask(accounts.deleteMyAccount, { typedEmail: who.email }, who)

const received = async () => {
  const one = await club()
  await ask(inquiries.contactCreator, { ...one.ids, ...letter })
  const { inquiries: found } = await ask(inquiries.getInquiries, one.ids, one.owner)
  return { ...one, inquiryId: found[0]?.inquiryId ?? '' }
}

test('staff answer by mail: the letter is answered, whoever answered looks after it, and nothing of the letter is sent back', async () => {
  const { ids, owner, inquiryId } = await received()
  const fanAddress = `${ids.brandId}@example.test`
  await database().update(table).set({ from: fanAddress }).where(eq(table.inquiryId, inquiryId))
  await ask(inquiries.replyToInquiry, { ...ids, inquiryId, content: 'ご連絡ありがとうございます。' }, owner)
  const [mail] = await mailsTo(fanAddress)
  const raw = readFileSync(join(process.env.DATA_DIR ?? '', 'outbox', `${mail?.id}.eml`), 'utf8')
  expect(raw).toContain(`Reply-To: ${owner.email}`)
  expect(JSON.stringify(mail)).toContain('ご連絡ありがとうございます')
  for (const word of [letter.subject, '二行目', letter.fromName]) expect(JSON.stringify(mail)).not.toContain(word)
  const { inquiry } = await ask(inquiries.getInquiry, { ...ids, inquiryId }, owner)
  expect(inquiry).toMatchObject({ state: 'answered', assignedTo: 'owner', direction: 'fanToCreator' })
  expect(inquiry.messages.map(({ side }) => side)).toEqual(['asker', 'answerer'])
})

test('who wrote signed in is answered in their language', async () => {
  const [{ ids, owner }, fan] = [await club(), await person()]
  await ask(inquiries.contactCreator, { ...ids, ...letter, from: fan.email }, fan)
  const named = { uid: fan.uid, displayName: 'Mia', locale: 'en' as const, createdAt: Date.now(), editedAt: Date.now() }
  await database().insert(people).values(named).onConflictDoUpdate({ target: people.uid, set: named })
  const { inquiries: found } = await ask(inquiries.getInquiries, ids, owner)
  await ask(inquiries.replyToInquiry, { ...ids, inquiryId: found[0]?.inquiryId ?? '', content: 'Soon.' }, owner)
  expect((await mailsTo(fan.email)).at(-1)?.subject).toContain('An answer to your message')
})

test('an inquiry is closed and opened again, once each, and counted where it stands', async () => {
  const { ids, owner, inquiryId } = await received()
  const counts = async () => (await ask(inquiries.getInquiries, ids, owner)).counts
  expect(await counts()).toEqual({ open: 1, answered: 0, closed: 0, all: 1 })
  await ask(inquiries.setInquiryState, { ...ids, inquiryId, state: 'closed' }, owner)
  expect(await refused(inquiries.setInquiryState, { ...ids, inquiryId, state: 'closed' }, owner)).toMatchObject({
    code: 'alreadyInState',
  })
  expect(await counts()).toEqual({ open: 0, answered: 0, closed: 1, all: 1 })
  await ask(inquiries.setInquiryState, { ...ids, inquiryId, state: 'open' }, owner)
  expect(await counts()).toEqual({ open: 1, answered: 0, closed: 0, all: 1 })
})

test('letters are for the owner and administrators: others of the club, and other clubs, do not see them', async () => {
  const { ids, tenantId, inquiryId } = await received()
  const [editor, elsewhere, other] = [await person(), await person(), await club()]
  await addMember(tenantId, editor, 'editor')
  await addMember(tenantId, elsewhere, 'admin', ['brand_other'])
  expect(await refused(inquiries.getInquiry, { ...ids, inquiryId }, editor)).toMatchObject({ status: 403 })
  expect(await refused(inquiries.getInquiry, { ...ids, inquiryId }, elsewhere)).toMatchObject({ status: 404 })
  expect(await refused(inquiries.getInquiry, { ...other.ids, inquiryId }, other.owner)).toMatchObject({
    code: 'inquiryNotFound',
  })
})

test('only who may look after letters is given one', async () => {
  const { ids, owner, tenantId, inquiryId } = await received()
  const [editor, admin] = [await person(), await person()]
  const editorId = await addMember(tenantId, editor, 'editor')
  const adminId = await addMember(tenantId, admin, 'admin')
  expect(await refused(inquiries.assignInquiry, { ...ids, inquiryId, memberId: editorId }, owner)).toMatchObject({
    code: 'memberNotFound',
  })
  await ask(inquiries.assignInquiry, { ...ids, inquiryId, memberId: adminId }, owner)
  const { inquiry } = await ask(inquiries.getInquiry, { ...ids, inquiryId }, owner)
  expect(inquiry).toMatchObject({ state: 'open', assignedMemberId: adminId })
})

describe('a letter whose member may not look after it any more is nobody’s', () => {
  const given = async () => {
    const one = await received()
    const admin = await person()
    const memberId = await addMember(one.tenantId, admin, 'admin')
    const { ids, inquiryId, owner, tenantId } = one
    await ask(inquiries.assignInquiry, { ...ids, inquiryId, memberId }, owner)
    const assigned = async () => {
      const { inquiry } = await ask(inquiries.getInquiry, { ...ids, inquiryId }, owner)
      const { inquiries: listed } = await ask(inquiries.getInquiries, ids, owner)
      return [inquiry.assignedMemberId, inquiry.assignedTo, listed[0]?.assignedTo]
    }
    expect(await assigned()).toEqual([memberId, 'admin', 'admin'])
    return { ...one, admin, memberId, member: { tenantId, memberId }, assigned }
  }

  test('after they were removed; whoever answers next looks after it', async () => {
    const { ids, owner, inquiryId, member, assigned } = await given()
    await ask(tenants.removeTenantMember, member, owner)
    expect(await assigned()).toEqual([null, '', ''])
    await ask(inquiries.replyToInquiry, { ...ids, inquiryId, content: 'ありがとうございます。' }, owner)
    expect((await assigned())[1]).toBe('owner')
  })

  test('after they became an editor', async () => {
    const { owner, member, assigned } = await given()
    await ask(tenants.updateTenantMember, { ...member, role: 'editor', brandIds: null }, owner)
    expect(await assigned()).toEqual([null, '', ''])
  })

  test('after they were limited to another brand, and only then', async () => {
    const { ids, owner, member, memberId, assigned } = await given()
    const change = (brandIds: string[]) =>
      ask(tenants.updateTenantMember, { ...member, role: 'admin', brandIds }, owner)
    await change([ids.brandId])
    expect((await assigned())[0]).toBe(memberId)
    const slug = `m-${ids.brandId.slice(-12)}`
    const other = await ask(closing.createBrand, { tenantId: ids.tenantId, name: 'Minato', slug }, owner)
    await change([other.brandId])
    expect(await assigned()).toEqual([null, '', ''])
  })

  test('after they deleted their account', async () => {
    const { admin, assigned } = await given()
    await leave(admin)
    expect(await assigned()).toEqual([null, '', ''])
  })
})

test('a club asks the platform, is answered there and by mail, asks again, and it is open again', async () => {
  const [{ ids, owner }, other, desk] = [await club(), await club(), await operator()]
  const { inquiryId } = await ask(
    inquiries.createInquiry,
    { ...ids, subject: 'Another address', content: 'May we have another address?' },
    owner,
  )
  const { inquiries: asked } = await ask(inquiries.getPlatformInquiries, { q: 'Another address' }, desk)
  expect(asked[0]).toMatchObject({ inquiryId, brandName: 'Aoi', tenantName: 'Hoshi Club', state: 'new' })
  await ask(inquiries.replyToPlatformInquiry, { inquiryId, content: 'Yes, tomorrow.' }, desk)
  expect(JSON.stringify(await mailsTo(owner.email))).toContain('Yes, tomorrow.')
  await ask(inquiries.replyToInquiry, { ...ids, inquiryId, content: 'Thank you. And the name?' }, owner)
  const { inquiry } = await ask(inquiries.getPlatformInquiry, { inquiryId }, desk)
  expect(inquiry.messages.map(({ side, content }) => [side, content])).toEqual([
    ['asker', 'May we have another address?'],
    ['answerer', 'Yes, tomorrow.'],
    ['asker', 'Thank you. And the name?'],
  ])
  expect(inquiry.state).toBe('open')
  expect(await refused(inquiries.getPlatformInquiries, {}, owner)).toMatchObject({ status: 403 })
  expect(await refused(inquiries.getInquiry, { ...other.ids, inquiryId }, other.owner)).toMatchObject({
    code: 'inquiryNotFound',
  })
})

test('a letter of a fan is none of the platform’s', async () => {
  const { inquiryId } = await received()
  expect(await refused(inquiries.getPlatformInquiry, { inquiryId }, await operator())).toMatchObject({
    code: 'inquiryNotFound',
  })
})

// --- Who wrote is gone -----------------------------------------------------------------------------------------------------

const letters = () =>
  readdirSync(join(process.env.DATA_DIR ?? '', 'outbox')).filter((name) => name.endsWith('.eml')).length

test('a letter whose sender has deleted their account says so: nobody can be answered, and it can still be closed', async () => {
  const [{ ids, owner }, fan] = [await club(), await person()]
  await ask(inquiries.contactCreator, { ...ids, ...letter, from: fan.email }, fan)
  const { inquiries: found } = await ask(inquiries.getInquiries, ids, owner)
  const inquiryId = found[0]?.inquiryId ?? ''
  await leave(fan)
  const read = async () => (await ask(inquiries.getInquiry, { ...ids, inquiryId }, owner)).inquiry
  expect(await read()).toMatchObject({ from: '', fromName: '', subject: letter.subject })
  const answer = { ...ids, inquiryId, content: 'ご連絡ありがとうございます。' }
  expect(await refused(inquiries.replyToInquiry, answer, owner)).toMatchObject({ status: 409, code: 'senderGone' })
  expect(await read()).toMatchObject({ state: 'new', assignedMemberId: null, messages: [{ side: 'asker' }] })
  await ask(inquiries.setInquiryState, { ...ids, inquiryId, state: 'closed' }, owner)
  expect(await read()).toMatchObject({ state: 'closed' })
})

test('who answers without an address of their own answers all the same', async () => {
  const { ids, owner, inquiryId } = await received()
  const nameless = { token: tokenOf(owner.uid, '') }
  await ask(inquiries.replyToInquiry, { ...ids, inquiryId, content: 'ありがとうございます。' }, nameless)
})

test('a question outlives who asked it: the others of the club read the answer, and without any it is not taken', async () => {
  const [{ ids, owner, tenantId }, admin, desk] = [await club(), await person(), await operator()]
  await addMember(tenantId, admin, 'admin')
  const { inquiryId } = await ask(inquiries.createInquiry, { ...ids, subject: 'Names', content: 'May we?' }, admin)
  const reaches = async () => (await ask(inquiries.getPlatformInquiry, { inquiryId }, desk)).inquiry.reaches
  expect(await reaches()).toBe('asker')
  await leave(admin)
  expect(await reaches()).toBe('club')
  await mailsTo(owner.email)
  const before = letters()
  await ask(inquiries.replyToPlatformInquiry, { inquiryId, content: 'You may.' }, desk)
  await mailsTo(owner.email)
  expect(letters()).toBe(before)
  const { inquiry } = await ask(inquiries.getInquiry, { ...ids, inquiryId }, owner)
  expect(inquiry.messages.map(({ content }) => content)).toEqual(['May we?', 'You may.'])
  // The club goes on without anybody who reads letters.
  await database().update(tenantMembers).set({ role: 'editor' }).where(eq(tenantMembers.tenantId, tenantId))
  expect(await reaches()).toBe('nobody')
  expect(await refused(inquiries.replyToPlatformInquiry, { inquiryId, content: 'And?' }, desk)).toMatchObject({
    code: 'senderGone',
  })
})

// --- Who of the platform looks after a question ----------------------------------------------------------------------------

const { OPERATOR_EMAILS: named } = serverConfig()
/** Another operator, whom the configuration names as it names the first. */
const colleague = async () => {
  const one = await person(`desk-${crypto.randomUUID()}@tsudoi.test`)
  Object.assign(serverConfig(), { OPERATOR_EMAILS: [...serverConfig().OPERATOR_EMAILS, one.email] })
  return one
}
afterEach(() => Object.assign(serverConfig(), { OPERATOR_EMAILS: named }))

const question = async () => {
  const one = await club()
  const subject = `Payouts ${crypto.randomUUID()}`
  const { inquiryId } = await ask(inquiries.createInquiry, { ...one.ids, subject, content: 'When?' }, one.owner)
  const read = async (by: Person) => (await ask(inquiries.getPlatformInquiry, { inquiryId }, by)).inquiry
  const listed = async (by: Person, assigned?: 'mine' | 'unassigned') => {
    const asked = { q: subject, tab: 'all' as const, ...(assigned && { assigned }) }
    const { inquiries: found, counts, pagination } = await ask(inquiries.getPlatformInquiries, asked, by)
    expect([counts.all, pagination.totalCount]).toEqual([found.length, found.length])
    return found.map(({ assignedTo }) => assignedTo)
  }
  return { ...one, inquiryId, read, listed }
}

test('a question is given to an operator, to another, and back to nobody; each finds it where it is, and it says so', async () => {
  const { inquiryId, read, listed } = await question()
  const [desk, other] = [await operator(), await colleague()]
  const give = (operatorEmail: string | null, by = desk) =>
    ask(inquiries.assignPlatformInquiry, { inquiryId, operatorEmail }, by)
  const whose = async () => [
    await listed(desk, 'mine'),
    await listed(other, 'mine'),
    await listed(desk, 'unassigned'),
    await listed(other),
  ]
  expect(await whose()).toEqual([[], [], [''], ['']])
  await give(desk.email)
  expect(await read(other)).toMatchObject({ state: 'open', assignedTo: desk.email })
  expect(await whose()).toEqual([[desk.email], [], [], [desk.email]])
  await give(other.email.toUpperCase())
  expect(await whose()).toEqual([[], [other.email], [], [other.email]])
  await give(null, other)
  expect(await whose()).toEqual([[], [], [''], ['']])
  const { assignments } = await read(desk)
  expect(assignments.map(({ assignedTo }) => assignedTo)).toEqual([desk.email, other.email, ''])
  expect(assignments.map(({ at }) => at)).toEqual(assignments.map(({ at }) => at).toSorted((a, b) => a - b))
  // Another inquiry has no assignments.
  expect((await (await question()).read(desk)).assignments).toEqual([])
})

test('whoever answers a question first looks after it, and an answer of another changes nothing of that', async () => {
  const { inquiryId, read } = await question()
  const [desk, other] = [await operator(), await colleague()]
  await ask(inquiries.replyToPlatformInquiry, { inquiryId, content: 'On Monday.' }, other)
  expect(await read(desk)).toMatchObject({ state: 'answered', assignedTo: other.email })
  await ask(inquiries.replyToPlatformInquiry, { inquiryId, content: 'Or on Tuesday.' }, desk)
  expect(await read(desk)).toMatchObject({ assignedTo: other.email })
})

test('only operators are given questions, and only operators give them', async () => {
  const { ids, owner, tenantId, inquiryId, read } = await question()
  const [desk, stranger, letter] = [await operator(), await person(), await received()]
  const give = inquiries.assignPlatformInquiry
  for (const operatorEmail of [stranger.email, owner.email, 'operator@elsewhere.test'])
    expect(await refused(give, { inquiryId, operatorEmail }, desk)).toMatchObject({ code: 'operatorNotFound' })
  for (const operatorEmail of ['', 'desk', 7, undefined])
    expect(await refused(give, { inquiryId, operatorEmail }, desk)).toMatchObject({ status: 400 })
  expect(await refused(give, { inquiryId, operatorEmail: desk.email }, owner)).toMatchObject({ status: 403 })
  expect(await refused(give, { inquiryId, operatorEmail: desk.email })).toMatchObject({ status: 401 })
  // A letter of a fan is none of the platform’s.
  expect(await refused(give, { inquiryId: letter.inquiryId, operatorEmail: desk.email }, desk)).toMatchObject({
    code: 'inquiryNotFound',
  })
  // Nor may the club say who of the platform answers it, or hear who does.
  const adminId = await addMember(tenantId, stranger, 'admin')
  for (const memberId of [adminId, null])
    expect(await refused(inquiries.assignInquiry, { ...ids, inquiryId, memberId }, owner)).toMatchObject({
      code: 'notAssignable',
    })
  await ask(give, { inquiryId, operatorEmail: desk.email }, desk)
  const seen = [
    await ask(inquiries.getInquiry, { ...ids, inquiryId }, owner),
    await ask(inquiries.getInquiries, { ...ids, direction: 'creatorToPlatform' }, owner),
  ]
  expect(seen[0]).toMatchObject({ inquiry: { assignedMemberId: null, assignedTo: '' } })
  expect(JSON.stringify(seen)).not.toContain(desk.email)
  expect(await read(desk)).toMatchObject({ assignedTo: desk.email })
})

test('the questions of an operator whose account is deleted are nobody’s', async () => {
  const { inquiryId, read } = await question()
  const [desk, leaving] = [await operator(), await colleague()]
  await ask(inquiries.assignPlatformInquiry, { inquiryId, operatorEmail: leaving.email }, desk)
  await ask(accounts.deleteMyAccount, { typedEmail: leaving.email }, leaving)
  expect(await read(desk)).toMatchObject({ assignedTo: '' })
})
