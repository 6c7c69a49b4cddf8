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
import { addMember, ask, club, person, refused, tokenOf } from './support/club'
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
