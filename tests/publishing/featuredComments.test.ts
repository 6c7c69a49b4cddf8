import { describe, expect, test } from 'vitest'
import { accounts } from '#office/accounts/contract.ts'
import { comments } from '#publishing/comments/contract.ts'
import { now } from '#server/clock.ts'
import { runDueJobs } from '#server/queue.ts'
import { listenForRenewals } from '#server/renewal.ts'
import { ask, club, type Person, person, refused } from '../support/club'
import { addContent, addPlan } from '../support/fan'

/* Two comments stand on a brand's page: chosen by the club, written by fans, of what everybody may read. */

const open = { viewableBy: 'allUsers' as const, planIds: [] }
const scene = async () => {
  const of = await club()
  const planContentId = await addContent(of.ids, { name: 'Letter', publishingAt: now() - 1000, ...open })
  const write = async (content: string, by: Person, under = planContentId) =>
    (await ask(comments.postCommentToPlanContent, { tenantId: of.tenantId, planContentId: under, content }, by))
      .commentId
  const feature = (commentId: string, featured = true) =>
    ask(comments.featureComment, { ...of.ids, commentId, featured }, of.owner)
  const refusal = async (commentId: string) =>
    (await refused(comments.featureComment, { ...of.ids, commentId, featured: true }, of.owner)).code
  const shown = async () =>
    (await ask(comments.getFeaturedComments, of.ids, null)).comments.map(({ content }) => content)
  return { of, planContentId, write, feature, refusal, shown }
}

test('a club chooses two, and takes them off; a third is refused, and visitors see no more of an author than a name', async () => {
  const { of, write, feature, refusal, shown } = await scene()
  const fan = await person()
  const [one = '', two = '', three = ''] = [await write('One', fan), await write('Two', fan), await write('Three', fan)]
  expect(await shown()).toEqual([])
  await feature(one)
  await feature(two)
  await feature(two)
  expect(new Set(await shown())).toEqual(new Set(['One', 'Two']))
  expect(await refusal(three)).toBe('tooManyFeatured')
  const { comments: all } = await ask(comments.getFeaturedComments, of.ids, null)
  expect(all.map(({ commentedBy }) => Object.keys(commentedBy))).toEqual([
    ['displayName', 'icon'],
    ['displayName', 'icon'],
  ])
  expect(JSON.stringify(all)).not.toContain(fan.uid)
  const list = (await ask(comments.getComments, of.ids, of.owner)).comments
  expect(list.filter(({ isFeatured }) => isFeatured).map(({ content }) => content)).toHaveLength(2)
  await feature(one, false)
  await feature(three)
  expect(new Set(await shown())).toEqual(new Set(['Two', 'Three']))
})

test('who deletes their account is gone from the brand’s page at once: it is made anew', async () => {
  const { of, write, feature } = await scene()
  const fan = await person()
  await feature(await write('One', fan))
  const heard: (string | null)[] = []
  let isHeard = false
  const stop = listenForRenewals({
    renew: (tag) => heard.push(tag),
    listening: (yes) => {
      isHeard = yes
    },
  })
  await expect.poll(() => isHeard).toBe(true)
  await ask(accounts.deleteMyAccount, { typedEmail: fan.email }, fan)
  await expect.poll(() => heard).toContain(of.brandId)
  await stop()
})

test('what is locked, answered by the brand, hidden, a reply or another club’s cannot be chosen', async () => {
  const { of, planContentId, write, refusal, shown } = await scene()
  const fan = await person()
  const planId = await addPlan(of.ids)
  const locked = await addContent(of.ids, { name: 'Members', publishingAt: now() - 1000, planIds: [planId] })
  const member = await person()
  const { addTerm } = await import('../support/fan')
  await addTerm(of.ids, planId, member.uid)
  expect(await refusal(await write('Inside', member, locked))).toBe('contentNotPublic')
  const comment = await write('Asks', fan)
  const { commentId: answer } = await ask(
    comments.replyToComment,
    { ...of.ids, commentId: comment, content: 'Yes' },
    of.owner,
  )
  const own = await write('By the brand', of.owner)
  const hidden = await write('Rude', fan)
  await ask(comments.moderateComments, { ...of.ids, ids: [hidden], action: 'hide' }, of.owner)
  const other = await scene()
  const theirs = await other.write('Elsewhere', fan)
  for (const one of [answer, own, hidden, theirs, 'comment_none']) expect(await refusal(one)).toBe('commentNotFound')
  expect(await shown()).toEqual([])
  expect(planContentId).toBeTruthy()
})

describe('a comment on the page goes off at once', () => {
  const gone: Record<
    string,
    (of: Awaited<ReturnType<typeof scene>>, commentId: string, fan: Person) => Promise<unknown>
  > = {
    'when its author changes it': ({ of }, commentId, fan) =>
      ask(comments.editComment, { tenantId: of.tenantId, commentId, content: 'Something else' }, fan),
    'when its author deletes it': ({ of }, commentId, fan) =>
      ask(comments.deleteCommentFromPlanContent, { tenantId: of.tenantId, commentId }, fan),
    'when staff hide it': ({ of }, commentId) =>
      ask(comments.moderateComments, { ...of.ids, ids: [commentId], action: 'hide' }, of.owner),
    'when three fans report it': async ({ of }, commentId) => {
      for (const by of [await person(), await person(), await person()])
        await ask(comments.reportComment, { tenantId: of.tenantId, commentId }, by)
    },
    'with the account of its author': async (_, __, fan) => {
      const { personalOfComments } = await import('#publishing/comments/personal.queries.server.ts')
      const { database } = await import('#server/db.ts')
      await personalOfComments.forget?.(database(), { uid: fan.uid, email: '' }, now())
    },
  }
  test.each(Object.entries(gone))('%s', async (_, act) => {
    const one = await scene()
    const fan = await person()
    const commentId = await one.write('Kind words', fan)
    await one.feature(commentId)
    expect(await one.shown()).toEqual(['Kind words'])
    await act(one, commentId, fan)
    expect(await one.shown()).toEqual([])
    await runDueJobs()
  })
})
