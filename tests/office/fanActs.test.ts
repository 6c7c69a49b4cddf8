import { describe, expect, test } from 'vitest'
import { inquiries } from '#club/inquiries/contract.ts'
import { day } from '#kit/time.ts'
import { closing } from '#office/club/closing/contract.ts'
import { brandHome } from '#office/home/contract.ts'
import { type FanAct, fanActKinds, fanActRoles, type LookedAt, mostFanActs, newestFanActs } from '#office/home/home.ts'
import { comments } from '#publishing/comments/contract.ts'
import { loves } from '#publishing/contents/loves/contract.ts'
import { contentLoves } from '#publishing/contents/public/tables.server.ts'
import { now } from '#server/clock.ts'
import { database } from '#server/db.ts'
import { addMember, ask, newId, person, refused } from '../support/club'
import { addContent } from '../support/fan'
import { joinByCard, moveTo, newFan, shop } from '../support/shop'

const minute = 60_000
type Club = Awaited<ReturnType<typeof shop>>
const acts = (of: Club, by: { token: string } = of.owner, before?: number) =>
  ask(brandHome.getFanActs, { ...of.ids, ...(before !== undefined && { before }) }, by)
const open = (of: Club) => addContent(of, { viewableBy: 'allUsers', name: 'A letter' })
const later = () => moveTo(now() + minute)

describe('which acts a page shows', () => {
  const act = (at: number, kind: FanAct['kind'] = 'loved'): FanAct => ({
    ...{ kind, at, itemId: `item_${at}`, name: '', icon: '', about: '', text: '', isUnanswered: false },
  })
  const run = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, n) => act(from - n))
  const at = (kinds: LookedAt[]) => {
    const { acts: shown, next } = newestFanActs(kinds, 50)
    return [shown.map((one) => one.at), next]
  }
  test.each([
    ['nothing at all', [], [[], null]],
    ['all of a few', [{ acts: run(3, 1), back: null }], [[3, 2, 1], null]],
    [
      'none older than what was looked at of another kind',
      [
        { acts: run(9, 8), back: 5 },
        { acts: run(7, 2), back: null },
      ],
      [[9, 8, 7, 6], 6],
    ],
    ['none, but goes on, where all that was looked at is of others', [{ acts: [], back: 4 }], [[], 5]],
  ] as const)('%s', (_, kinds, expected) => {
    expect(at(kinds as never)).toEqual(expected)
  })
  test('a page is full at twenty, and does not part those of one moment', () => {
    const many = run(40, 1)
    expect(newestFanActs([{ acts: many, back: null }], 50)).toMatchObject({ next: 21 })
    expect(newestFanActs([{ acts: many, back: null }], 50).acts).toHaveLength(mostFanActs)
    const together = many.map((one) => ({ ...one, at: one.at < 22 && one.at > 17 ? 18 : one.at }))
    const { acts: shown, next } = newestFanActs([{ acts: together, back: null }], 50)
    expect([shown.length, next]).toEqual([mostFanActs + 3, 18])
  })
  test('nor those of the moment where the rows that are looked at end: they come whole with the next page', () => {
    // Of three loves at one moment two were looked at.
    const cut = { acts: [act(9), act(5), act(5)], back: 5 }
    expect(newestFanActs([cut], 50)).toEqual({ acts: [act(9)], next: 6 })
    // Nothing else is on the page: it goes on, whatever is left of the moment.
    expect(newestFanActs([{ acts: [act(5), act(5)], back: 5 }], 6)).toEqual({ acts: [act(5), act(5)], next: 5 })
  })
})

test('joins, comments, loves and questions stand in one list, the newest first', async () => {
  const of = await shop()
  const content = await open(of)
  const asked = { tenantId: of.tenantId, planContentId: content }
  const fan = await newFan()
  await joinByCard(of, fan)
  await later()
  await ask(loves.lovePlanContent, asked, fan)
  await later()
  await ask(comments.postCommentToPlanContent, { ...asked, content: `${'Lovely. '.repeat(30)}` }, fan)
  await later()
  await ask(
    inquiries.contactCreator,
    { ...of.ids, fromName: 'Hana', from: fan.email, subject: 'The tour', content: 'Will you come to Sapporo?' },
    fan,
  )
  // What staff write, love and ask is no act of a fan, whatever their role.
  await later()
  const packer = await person()
  await addMember(of.tenantId, packer, 'shipper')
  for (const by of [of.owner, packer]) {
    await ask(loves.lovePlanContent, asked, by)
    await later()
    await ask(
      inquiries.contactCreator,
      { ...of.ids, fromName: 'Mio', from: by.email, subject: 'A try', content: 'Does this form work?' },
      by,
    )
  }
  await ask(comments.postCommentToPlanContent, { ...asked, content: 'I like it.' }, packer)
  await ask(comments.postCommentToPlanContent, { ...asked, content: 'Thank you!' }, of.owner)
  const { acts: found, next } = await acts(of)
  expect(found.map(({ kind }) => kind)).toEqual(['asked', 'commented', 'loved', 'joined'])
  expect(next).toBeNull()
  expect(found[0]).toMatchObject({ name: 'Hana', about: 'The tour' })
  expect(found.map(({ isUnanswered }) => isUnanswered)).toEqual([false, true, false, false])
  // The fan's is the oldest.
  const { comments: waiting } = await ask(
    comments.getComments,
    { ...of.ids, tab: 'unanswered', planContentId: content },
    of.owner,
  )
  await ask(
    comments.replyToComment,
    { ...of.ids, commentId: waiting.at(-1)?.id ?? '', content: 'Thank you.' },
    of.owner,
  )
  expect((await acts(of)).acts.some(({ isUnanswered }) => isUnanswered)).toBe(false)
  expect(found[1]).toMatchObject({ itemId: content, about: 'A letter' })
  expect([...(found[1]?.text ?? '')]).toHaveLength(80)
  expect(found[2]).toMatchObject({ itemId: content, about: 'A letter' })
})

test('each role sees whose acts it may know', async () => {
  const of = await shop()
  const asked = { tenantId: of.tenantId, planContentId: await open(of) }
  const fan = await newFan()
  await joinByCard(of, fan)
  await ask(loves.lovePlanContent, asked, fan)
  await ask(comments.postCommentToPlanContent, { ...asked, content: 'Lovely.' }, fan)
  for (const role of ['admin', 'editor', 'moderator', 'shipper', 'accountant'] as const) {
    const member = await person()
    await addMember(of.tenantId, member, role)
    const kinds = (await acts(of, member)).acts.map(({ kind }) => kind).sort()
    const may = fanActKinds.filter((kind) => kind !== 'asked' && fanActRoles[kind].some((one) => one === role))
    expect(kinds, role).toEqual(may.sort())
  }
  expect((await refused(brandHome.getFanActs, of.ids, await person())).status).toBe(404)
})

test('of several brands in a club each has its own, however many the other has', async () => {
  const of = await shop()
  const { brandId } = await ask(
    closing.createBrand,
    { tenantId: of.tenantId, name: 'The other', slug: newId('x').replace('_', '-').toLowerCase().slice(0, 20) },
    of.owner,
  )
  const other = { tenantId: of.tenantId, brandId }
  const [content, foreign] = [await open(of), await addContent(other, { viewableBy: 'allUsers' })]
  const at = now()
  await database()
    .insert(contentLoves)
    .values([
      { tenantId: of.tenantId, planContentId: content, uid: 'fan_old', lovedAt: at - day },
      ...Array.from({ length: 70 }, (_, n) => ({
        ...{ tenantId: of.tenantId, planContentId: foreign, uid: `fan_${n}`, lovedAt: at - n * minute },
      })),
    ])
  const [none, next] = await acts(of).then((page) => [page.acts, page.next ?? 0] as const)
  expect(none).toEqual([])
  expect((await acts(of, of.owner, next)).acts.map(({ kind, at: when }) => [kind, when])).toEqual([['loved', at - day]])
  const first = await ask(brandHome.getFanActs, other, of.owner)
  expect(first.acts).toHaveLength(mostFanActs)
  const second = await ask(brandHome.getFanActs, { ...other, before: first.next ?? 0 }, of.owner)
  expect(second.acts[0]?.at).toBe(at - mostFanActs * minute)
})
