import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { comments } from '../src/features/comments/contract'
import { loves } from '../src/features/contents/loves/contract'
import { fans } from '../src/features/fans/contract'
import { people } from '../src/features/fans/tables.server'
import { inquiries } from '../src/features/inquiries/contract'
import { inquiries as table } from '../src/features/inquiries/tables.server'
import { database } from '../src/server/db'
import { addMember, ask, club, operator, person, refused, tokenOf } from './support/club'
import { addContent } from './support/fan'
import { mailsTo } from './support/mail'

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
