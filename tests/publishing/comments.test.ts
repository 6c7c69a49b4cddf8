import { and, eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { audit } from '#club/audit/contract.ts'
import { brands } from '#club/brands/tables.server.ts'
import { fans } from '#club/fans/tables.server.ts'
import {
  type CommentStatus,
  commentStatuses,
  countedMove,
  editableFor,
  mayComment,
  moderated,
  moderations,
  mostReplies,
  reasonsToHold,
  reportsToHold,
} from '#publishing/comments/comment.ts'
import { comments } from '#publishing/comments/contract.ts'
import { personalOfComments } from '#publishing/comments/personal.queries.server.ts'
import { comments as table } from '#publishing/comments/tables.server.ts'
import { contents as staffContents } from '#publishing/contents/contract.ts'
import { loves } from '#publishing/contents/loves/contract.ts'
import { publicContents } from '#publishing/contents/public/contract.ts'
import { contentCounts, contentLoves, contentViews } from '#publishing/contents/public/tables.server.ts'
import { contents } from '#publishing/contents/tables.server.ts'
import { now } from '#server/clock.ts'
import { database } from '#server/db.ts'
import { addMember, ask, club, type Person, person, refused, request } from '../support/club'
import { addContent, addPlan, addTerm } from '../support/fan'
import { mailsTo } from '../support/mail'
import { rowLocks, together, withoutPrecautions } from '../support/naive'

const {
  postCommentToPlanContent: post,
  getPublicPlanContentComments: read,
  deleteCommentFromPlanContent: remove,
} = comments
const people = (count: number) => Promise.all(Array.from({ length: count }, () => person()))

const free = async (values: Parameters<typeof addContent>[1] = {}) => {
  const built = await club()
  const planContentId = await addContent(built.ids, { viewableBy: 'allUsers', ...values })
  return { ...built, planContentId, asked: { tenantId: built.tenantId, planContentId } }
}
/** What is counted, and what the rows say. */
const figures = async (planContentId: string) => {
  const [kept] = await database().select().from(contentCounts).where(eq(contentCounts.planContentId, planContentId))
  const [rows] = await database()
    .select({ loves: sql<number>`count(*)::int` })
    .from(contentLoves)
    .where(eq(contentLoves.planContentId, planContentId))
  const published = and(eq(table.planContentId, planContentId), eq(table.status, 'published'))
  const [said] = await database().select({ comments: sql<number>`count(*)::int` }).from(table).where(published)
  return {
    kept: { loves: kept?.loves ?? 0, comments: kept?.comments ?? 0 },
    rows: { loves: rows?.loves ?? 0, comments: said?.comments ?? 0 },
  }
}

describe('the rules of comments', () => {
  const hold = (content: string, more = {}) =>
    reasonsToHold(content, {
      policy: 'enabled',
      watchedWords: ['転売', 'Spam'],
      isStaff: false,
      isNewFan: false,
      ...more,
    })
  test.each([
    ['ありがとうございます', []],
    ['チケットを転売します', ['watchedWord']],
    ['ｓＰＡＭです', ['watchedWord']],
    ['https://example.com を見て', ['link']],
    ['example.com を見て', ['link']],
    ['3.5畳の部屋で、v1.2を聴きました', []],
  ])('%s waits for %j', (content, reasons) => {
    expect(hold(content)).toEqual(reasons)
  })
  test('where all are looked at first, and never those of staff', () => {
    expect(hold('Hello', { policy: 'approvalFirst' })).toEqual(['approvalMode'])
    expect(hold('Hello', { isNewFan: true })).toEqual(['newFan'])
    expect(hold('転売 https://example.com', { policy: 'approvalFirst', isStaff: true })).toEqual([])
  })
  test.each([
    ['all', {}, 'yes'],
    ['members', {}, 'notInAudience'],
    ['members', { isMember: true }, 'yes'],
    ['plan', { isMember: true }, 'notInAudience'],
    ['plan', { isMember: true, isOfPlan: true }, 'yes'],
    ['plan', { isStaff: true }, 'yes'],
  ] as const)('%s, by %j: %s', (audience, who, answer) => {
    const by = { isStaff: false, isMember: false, isOfPlan: false, ...who }
    expect(mayComment({ policy: 'enabled', audience }, by)).toBe(answer)
    expect(mayComment({ policy: 'disabled', audience }, by)).toBe('commentsDisabled')
  })
  test('every move of the staff, and how it is counted', () => {
    const all = commentStatuses.flatMap((from) => moderations.map((action) => [from, action, moderated(from, action)]))
    expect(all.filter(([, , to]) => to !== null)).toEqual([
      ['published', 'hide', 'hidden'],
      ['published', 'delete', 'deleted'],
      ['held', 'approve', 'published'],
      ['held', 'hide', 'hidden'],
      ['held', 'delete', 'deleted'],
      ['hidden', 'restore', 'published'],
      ['hidden', 'delete', 'deleted'],
    ])
    for (const from of [null, ...commentStatuses] as (CommentStatus | null)[])
      for (const to of commentStatuses)
        expect(countedMove(from, to)).toBe((to === 'published' ? 1 : 0) - (from === 'published' ? 1 : 0))
  })
})

describe('love', () => {
  test('twice is once, taken back twice is none, and everybody sees it', async () => {
    const { asked, planContentId, ids, owner } = await free()
    const [one, other] = (await people(2)) as [Person, Person]
    for (let n = 0; n < 2; n++)
      expect(await ask(loves.lovePlanContent, asked, one)).toEqual({ hasAlreadyLoved: true, countOfLoves: 1 })
    expect((await ask(loves.lovePlanContent, asked, other)).countOfLoves).toBe(2)
    const shown = async (by: Person | null) => {
      const answer = await ask(publicContents.getPublicPlanContent, asked, by)
      if (!answer.ok || answer.planContent.type === 'streaming') throw new Error('closed')
      const { hasAlreadyLoved, countOfLoves } = answer.planContent
      return [hasAlreadyLoved, countOfLoves]
    }
    expect(await shown(one)).toEqual([true, 2])
    expect(await shown(null)).toEqual([false, 2])
    for (let n = 0; n < 2; n++)
      expect(await ask(loves.unLovePlanContent, asked, one)).toEqual({ hasAlreadyLoved: false, countOfLoves: 1 })
    expect((await figures(planContentId)).kept).toEqual({ loves: 1, comments: 0 })
    // Staff see it in their list, beside what nobody has loved.
    const unloved = await addContent(ids, { viewableBy: 'allUsers' })
    const { planContents } = await ask(staffContents.getPlanContentsWithPlans, ids, owner)
    expect(new Map(planContents.map((one) => [one.planContentId, [one.loves, one.comments]]))).toEqual(
      new Map([
        [planContentId, [1, 0]],
        [unloved, [0, 0]],
      ]),
    )
  })

  test('50 at once are 50, in any order with those that take it back', async () => {
    const { asked, planContentId } = await free()
    const all = await people(50)
    await together(50, (n) => ask(loves.lovePlanContent, asked, all[n]))
    expect(await figures(planContentId)).toMatchObject({ kept: { loves: 50 }, rows: { loves: 50 } })
    await together(100, (n) => ask(n % 2 ? loves.lovePlanContent : loves.unLovePlanContent, asked, all[n >> 1]))
    const after = await figures(planContentId)
    expect(after.kept).toEqual(after.rows)
    await together(50, (n) => ask(loves.unLovePlanContent, asked, all[n]))
    expect(await figures(planContentId)).toMatchObject({ kept: { loves: 0 }, rows: { loves: 0 } })
  })

  test('control: a count computed from an earlier read loses updates', async () => {
    const { asked, planContentId } = await free()
    const all = await people(50)
    await ask(loves.lovePlanContent, asked, await person())
    const readBefore: [RegExp, string][] = [
      [
        /"loves" = "content_counts"\."loves" \+/,
        '"loves" = (select c.loves from content_counts c where c.plan_content_id = "content_counts"."plan_content_id") +',
      ],
    ]
    await withoutPrecautions(readBefore, () => together(50, (n) => ask(loves.lovePlanContent, asked, all[n])))
    const { kept, rows } = await figures(planContentId)
    expect(rows.loves).toBe(51)
    expect(kept.loves).toBeLessThan(51)
  })
})

describe('comments and love are for whoever may read', () => {
  test('a locked content shows, takes and counts nothing', async () => {
    const { ids, tenantId } = await club()
    const planId = await addPlan(ids)
    const planContentId = await addContent(ids, { planIds: [planId] })
    const asked = { tenantId, planContentId }
    const [stranger, member] = (await people(2)) as [Person, Person]
    await addTerm(ids, planId, member.uid)
    await ask(post, { ...asked, content: 'Only for us.' }, member)
    const { comments: seen } = await ask(read, asked, member)
    expect(seen).toMatchObject([{ content: 'Only for us.', canDelete: true, isMine: true }])
    const closed = [
      request(read, JSON.stringify(asked), null),
      request(read, JSON.stringify(asked), stranger),
      request(post, JSON.stringify({ ...asked, content: 'Hi' }), stranger),
      request(loves.lovePlanContent, JSON.stringify(asked), stranger),
      request(loves.unLovePlanContent, JSON.stringify(asked), stranger),
      request(comments.reportComment, JSON.stringify({ tenantId, commentId: seen[0]?.id }), stranger),
    ]
    for (const answer of await Promise.all(closed)) {
      expect(answer.status).toBe(409)
      expect(answer.body).toContain('contentLocked')
      expect(answer.body).not.toContain('Only for us')
    }
    expect((await figures(planContentId)).kept).toEqual({ loves: 0, comments: 1 })
  })

  test('of the audience that was chosen', async () => {
    const built = await free({ commentAudience: 'plan' })
    const { ids, asked, planContentId } = built
    const [mine, other] = [await addPlan(ids), await addPlan(ids)]
    const planned = await addContent(ids, {
      planIds: [mine, other],
      viewableBy: 'allUsers',
      commentAudience: 'members',
    })
    const [fan, member] = (await people(2)) as [Person, Person]
    await addTerm(ids, mine, member.uid)
    expect((await refused(post, { ...asked, content: 'Hi' }, member)).code).toBe('notInAudience')
    expect((await refused(post, { ...asked, planContentId: planned, content: 'Hi' }, fan)).code).toBe('notInAudience')
    expect((await ask(read, { ...asked, planContentId: planned }, fan)).cannotComment).toBe('notInAudience')
    await ask(post, { ...asked, planContentId: planned, content: 'Hi' }, member)
    await database()
      .update(contents)
      .set({ commentPolicy: 'disabled' })
      .where(eq(contents.planContentId, planContentId))
    expect((await refused(post, { ...asked, content: 'Hi' }, built.owner)).code).toBe('commentsDisabled')
    expect((await ask(read, asked)).cannotComment).toBe('commentsDisabled')
  })
})

describe('a comment', () => {
  test('is shown with who wrote it, newest first, page by page', async () => {
    const { asked } = await free()
    const [one, other] = (await people(2)) as [Person, Person]
    for (let n = 0; n < 3; n++) await ask(post, { ...asked, content: `No. ${n}` }, n % 2 ? other : one)
    const first = await ask(read, { ...asked, pagination: { limit: 2, offset: 0 } })
    expect(first.totalCount).toBe(3)
    expect(first.comments).toHaveLength(2)
    expect(first.cannotComment).toBe('signIn')
    expect(first.comments.every(({ canDelete }) => !canDelete)).toBe(true)
    const rest = await ask(read, { ...asked, pagination: { limit: 2, offset: 2 } }, one)
    expect(rest.comments).toHaveLength(1)
    const all = [...first.comments, ...rest.comments]
    expect(all.map(({ commentedAt }) => commentedAt)).toEqual(
      all.map(({ commentedAt }) => commentedAt).sort((a, b) => b - a),
    )
    expect(rest.isAdmin).toBe(false)
  })

  test('has between 1 and 1,000 characters, and is text', async () => {
    const { asked } = await free()
    const who = await person()
    for (const content of ['', '   \n ', 'あ'.repeat(1001), '\u0000', 10]) {
      expect((await refused(post, { ...asked, content }, who)).status).toBe(400)
    }
    const content = '👨‍👩‍👧‍👦<script>alert(1)</script>\n2'
    await ask(post, { ...asked, content }, who)
    await ask(post, { ...asked, content: '字'.repeat(1000) }, who)
    expect((await ask(read, asked)).comments.map((one) => one.content)).toContain(content)
  })

  test('is taken away by its author or the staff, and by nobody else', async () => {
    const { asked, tenantId, planContentId } = await free()
    const [author, other, moderator, editor] = (await people(4)) as [Person, Person, Person, Person]
    await addMember(tenantId, moderator, 'moderator')
    await addMember(tenantId, editor, 'editor')
    const made = async () => ({ tenantId, commentId: (await ask(post, { ...asked, content: 'Hi' }, author)).commentId })
    const first = await made()
    expect(await refused(remove, first, other)).toMatchObject({ status: 409 })
    expect(await refused(remove, first, editor)).toMatchObject({ status: 409 })
    await ask(remove, first, author)
    expect(await refused(remove, first, author)).toMatchObject({ status: 404 })
    const second = await made()
    expect((await ask(read, asked, moderator)).isAdmin).toBe(true)
    expect((await ask(read, asked, editor)).isAdmin).toBe(false)
    await ask(remove, second, moderator)
    expect(await figures(planContentId)).toMatchObject({ kept: { comments: 0 }, rows: { comments: 0 } })
    const [row] = await database().select().from(table).where(eq(table.commentId, second.commentId))
    expect(row).toMatchObject({ content: '', status: 'deleted', moderatedBy: moderator.uid })
  })

  test('50 at once, written and deleted, are counted as the rows say', async () => {
    const { asked, tenantId, planContentId } = await free()
    const all = await people(50)
    const made = await together(50, (n) => ask(post, { ...asked, content: `No. ${n}` }, all[n]))
    expect((await figures(planContentId)).kept.comments).toBe(50)
    // Each is deleted twice at the same moment: once counts.
    await together(60, (n) =>
      request(remove, JSON.stringify({ tenantId, commentId: made[n >> 1]?.commentId }), all[n >> 1]),
    )
    expect(await figures(planContentId)).toMatchObject({ kept: { comments: 20 }, rows: { comments: 20 } })
  })
})

describe('what waits for the staff', () => {
  test('is seen by its author alone, until it is approved', async () => {
    const { asked, ids, owner, planContentId } = await free({ commentPolicy: 'approvalFirst' })
    const [author, other] = (await people(2)) as [Person, Person]
    const { commentId, isHeld } = await ask(post, { ...asked, content: 'Hello' }, author)
    expect(isHeld).toBe(true)
    expect(await ask(read, asked, other)).toMatchObject({ comments: [], totalCount: 0 })
    expect(await ask(read, asked, author)).toMatchObject({ comments: [{ isHeld: true }], totalCount: 1 })
    const review = await ask(comments.getComments, { ...ids, tab: 'needsReview' }, owner)
    expect(review).toMatchObject({ counts: { needsReview: 1, all: 1 }, comments: [{ heldReasons: ['approvalMode'] }] })
    await ask(comments.moderateComments, { ...ids, ids: [commentId], action: 'approve' }, owner)
    expect(await ask(read, asked, other)).toMatchObject({ comments: [{ content: 'Hello' }], totalCount: 1 })
    expect((await figures(planContentId)).kept.comments).toBe(1)
  })

  test('by a word that the brand watches', async () => {
    const { asked, ids, owner } = await free()
    await ask(comments.setWatchedWords, { ...ids, words: ['転売', '転売'] }, owner)
    expect((await ask(comments.getComments, ids, owner)).watchedWords).toEqual(['転売'])
    expect((await ask(post, { ...asked, content: '転売です' }, await person())).isHeld).toBe(true)
    expect((await ask(post, { ...asked, content: '転売です' }, owner)).isHeld).toBe(false)
  })

  test('by three reports of three people; one who reports thrice counts once', async () => {
    const { asked, tenantId, ids, owner, planContentId } = await free()
    const [author, ...others] = (await people(4)) as [Person, Person, Person, Person]
    const { commentId } = await ask(post, { ...asked, content: 'Hm' }, author)
    const report = { tenantId, commentId, reason: 'Unkind' }
    for (let n = 0; n < 3; n++) await ask(comments.reportComment, report, others[0])
    expect((await ask(read, asked)).totalCount).toBe(1)
    await together(2, (n) => ask(comments.reportComment, report, others[n + 1]))
    expect(await ask(read, asked)).toMatchObject({ comments: [], totalCount: 0 })
    const { comments: found } = await ask(comments.getComments, { ...ids, tab: 'reported' }, owner)
    expect(found).toMatchObject([{ reportCount: 3, status: 'held', heldReasons: ['reported'] }])
    await ask(comments.moderateComments, { ...ids, ids: [commentId], action: 'approve' }, owner)
    expect((await figures(planContentId)).kept.comments).toBe(1)
  })

  test('by being the first of a fan, where the brand asks for it: until one has been published', async () => {
    const { asked, ids, owner, planContentId } = await free()
    const [fan, known] = (await people(2)) as [Person, Person]
    await ask(post, { ...asked, content: 'Long ago' }, known)
    expect(await ask(comments.setWatchedWords, { ...ids, words: [], holdNewFans: true }, owner)).toEqual({
      words: [],
      holdNewFans: true,
    })
    // The words alone change: the choice stays.
    expect((await ask(comments.setWatchedWords, { ...ids, words: ['転売'] }, owner)).holdNewFans).toBe(true)
    const first = await ask(post, { ...asked, content: 'Hello' }, fan)
    expect([first.isHeld, (await ask(post, { ...asked, content: 'Hello?' }, fan)).isHeld]).toEqual([true, true])
    for (const other of [known, owner])
      expect((await ask(post, { ...asked, content: 'Hello' }, other)).isHeld).toBe(false)
    const review = await ask(comments.getComments, { ...ids, tab: 'needsReview' }, owner)
    expect(review).toMatchObject({
      holdNewFans: true,
      comments: [{ heldReasons: ['newFan'] }, { heldReasons: ['newFan'] }],
    })
    await ask(comments.moderateComments, { ...ids, ids: [first.commentId], action: 'approve' }, owner)
    expect((await ask(post, { ...asked, content: 'I am known' }, fan)).isHeld).toBe(false)
    const after = await figures(planContentId)
    expect(after.kept).toEqual(after.rows)
  })
})

describe('an answer', () => {
  test('stands under what it answers, oldest first, and is counted', async () => {
    const { asked, planContentId } = await free()
    const [one, other] = (await people(2)) as [Person, Person]
    const { commentId: parentId } = await ask(post, { ...asked, content: 'Question' }, one)
    for (const content of ['First', 'Second']) await ask(post, { ...asked, content, parentId }, other)
    await ask(post, { ...asked, content: 'Another' }, one)
    const shown = await ask(read, asked)
    expect(shown).toMatchObject({ totalCount: 4, hasMore: false })
    expect(shown.comments.map(({ content, replies }) => [content, replies.map((reply) => reply.content)])).toEqual([
      ['Another', []],
      ['Question', ['First', 'Second']],
    ])
    const page = await ask(read, { ...asked, pagination: { limit: 1, offset: 0 } })
    expect([page.comments.length, page.hasMore]).toEqual([1, true])
    expect((await figures(planContentId)).kept.comments).toBe(4)
  })

  test('is for a published comment of the same content that is no answer itself', async () => {
    const [here, there] = [await free(), await free({ commentPolicy: 'approvalFirst' })]
    const elsewhere = await addContent(here.ids, { viewableBy: 'allUsers' })
    const fan = await person()
    const { commentId: parentId } = await ask(post, { ...here.asked, content: 'Question' }, fan)
    const { commentId: reply } = await ask(post, { ...here.asked, content: 'Answer', parentId }, fan)
    const { commentId: held } = await ask(post, { ...there.asked, content: 'Waits' }, fan)
    for (const [of, to] of [
      [here.asked, reply],
      [here.asked, held],
      [here.asked, 'comment_nobody'],
      [{ ...here.asked, planContentId: elsewhere }, parentId],
      [there.asked, held],
    ] as const)
      expect(await refused(post, { ...of, content: 'Hi', parentId: to }, fan)).toMatchObject({
        code: 'commentNotFound',
      })
    await database()
      .insert(table)
      .values(
        Array.from({ length: mostReplies - 1 }, (_, n) => ({
          ...here.ids,
          planContentId: here.planContentId,
          commentId: `${parentId}_${n}`,
          parentId,
          uid: fan.uid,
          content: 'Hi',
          status: 'published' as const,
          commentedAt: now(),
        })),
      )
    expect((await refused(post, { ...here.asked, content: 'One too many', parentId }, fan)).code).toBe('tooManyReplies')
  })

  test('keeps its place when the comment above it is deleted, of which nothing is left', async () => {
    const { asked, tenantId, planContentId } = await free()
    const [author, other] = (await people(2)) as [Person, Person]
    const { commentId: parentId } = await ask(post, { ...asked, content: 'My secret' }, author)
    const { commentId: reply } = await ask(post, { ...asked, content: 'Answer', parentId }, other)
    const { commentId: alone } = await ask(post, { ...asked, content: 'No answers' }, author)
    for (const commentId of [parentId, alone]) await ask(remove, { tenantId, commentId }, author)
    const shown = await ask(read, asked, author)
    expect(shown.comments).toMatchObject([
      { isDeleted: true, content: '', commentedBy: { userId: '' }, canDelete: false, replies: [{ content: 'Answer' }] },
    ])
    expect(JSON.stringify(shown)).not.toContain('secret')
    expect((await refused(post, { ...asked, content: 'Late', parentId }, other)).code).toBe('commentNotFound')
    await ask(remove, { tenantId, commentId: reply }, other)
    expect((await ask(read, asked)).comments).toEqual([])
    expect(await figures(planContentId)).toMatchObject({ kept: { comments: 0 }, rows: { comments: 0 } })
  })

  type Above = Awaited<ReturnType<typeof free>> & { commentId: string; author: Person; others: Person[] }
  const outOfSight: Record<string, (above: Above) => Promise<unknown>> = {
    'is hidden': ({ ids, owner, commentId }) =>
      ask(comments.moderateComments, { ...ids, ids: [commentId], action: 'hide' }, owner),
    'waits for the staff after three reports': async ({ tenantId, commentId, others }) => {
      for (const by of others.slice(0, 3)) await ask(comments.reportComment, { tenantId, commentId }, by)
    },
    'waits for the staff since its author put a link into it': ({ tenantId, commentId, author }) =>
      ask(comments.editComment, { tenantId, commentId, content: 'My secret: example.com' }, author),
    'is hidden with all of a banned fan': ({ ids, owner, author }) =>
      ask(comments.setCommentBan, { ...ids, userId: author.uid, until: 'indefinite', hidePrevious: true }, owner),
  }
  test.each(Object.keys(outOfSight))('keeps its place when the comment above it %s', async (how) => {
    const built = await free()
    const { asked, ids, owner, planContentId } = built
    const [author, ...others] = (await people(5)) as [Person, ...Person[]]
    const [one, other, bystander] = others as [Person, Person, Person]
    const { commentId } = await ask(post, { ...asked, content: 'My secret' }, author)
    const { commentId: alone } = await ask(post, { ...asked, content: 'Nobody answers this secret' }, author)
    await ask(post, { ...asked, content: 'First', parentId: commentId }, one)
    await ask(post, { ...asked, content: 'Second', parentId: commentId }, other)
    await ask(post, { ...asked, content: 'Newest' }, other)
    await ask(post, { ...asked, content: 'See example.org', parentId: commentId }, bystander)
    await ask(comments.moderateComments, { ...ids, ids: [alone], action: 'hide' }, owner)
    await database()
      .update(table)
      .set({ commentedAt: now() - 60_000 })
      .where(eq(table.commentId, commentId))
    await outOfSight[how]?.({ ...built, commentId, author, others })
    const place = { isDeleted: true, content: '', commentedBy: { userId: '' }, canDelete: false, isHeld: false }
    const answers = [{ content: 'First' }, { content: 'Second' }]
    for (const reader of [null, one, owner]) {
      const seen = await ask(read, asked, reader)
      expect(seen).toMatchObject({
        comments: [{ content: 'Newest' }, { ...place, isMine: false, canEdit: false, replies: answers }],
        totalCount: 3,
        hasMore: false,
        isAdmin: reader === owner,
      })
      expect(JSON.stringify(seen)).not.toContain('secret')
    }
    // Those who replied can still manage it, and so can the staff.
    const [, kept] = (await ask(read, asked, one)).comments
    expect(kept?.replies).toMatchObject([{ isMine: true, canEdit: true, canDelete: true }, { canDelete: false }])
    // What waits of one's own under it is seen by oneself.
    expect((await ask(read, asked, bystander)).comments[1]?.replies).toMatchObject([
      ...answers,
      { content: 'See example.org', isHeld: true },
    ])
    // The author reads what waits, as before, and of what was hidden the same as everybody.
    const isHeld = how.startsWith('waits')
    expect((await ask(read, asked, author)).comments[1]).toMatchObject(
      isHeld ? { isDeleted: false, isHeld: true, isMine: true, canDelete: true, replies: answers } : place,
    )
    // Over all pages it is listed once.
    const pages = [0, 1].map((offset) => ask(read, { ...asked, pagination: { limit: 1, offset } }, one))
    expect(await Promise.all(pages)).toMatchObject([
      { comments: [{ content: 'Newest' }], hasMore: true },
      { comments: [{ isDeleted: true }], hasMore: false },
    ])
    const after = await figures(planContentId)
    expect(after.kept).toEqual(after.rows)
    const action = isHeld ? ('approve' as const) : ('restore' as const)
    await ask(comments.moderateComments, { ...ids, ids: [commentId], action }, owner)
    expect((await ask(read, asked)).comments[1]).toMatchObject({ isDeleted: false, replies: answers })
  })
})

describe('a comment that is changed', () => {
  const edit = comments.editComment

  test('by its author alone, within a day, says so', async () => {
    const { asked, tenantId, owner } = await free()
    const [author, other] = (await people(2)) as [Person, Person]
    const { commentId } = await ask(post, { ...asked, content: 'Helo' }, author)
    const change = { tenantId, commentId, content: ' Hello ' }
    for (const by of [other, owner]) expect((await refused(edit, change, by)).code).toBe('commentNotYours')
    expect((await ask(read, asked, author)).comments).toMatchObject([{ canEdit: true, isEdited: false }])
    expect(await ask(edit, change, author)).toEqual({ isHeld: false })
    expect((await ask(read, asked, author)).comments).toMatchObject([
      { content: 'Hello', canEdit: true, isEdited: true },
    ])
    expect((await ask(read, asked, other)).comments).toMatchObject([{ canEdit: false }])
    await database()
      .update(table)
      .set({ commentedAt: now() - editableFor })
      .where(eq(table.commentId, commentId))
    expect((await refused(edit, { ...change, content: 'Later' }, author)).code).toBe('commentTooOld')
    expect((await ask(read, asked, author)).comments).toMatchObject([{ content: 'Hello', canEdit: false }])
    await ask(remove, { tenantId, commentId }, author)
    expect((await refused(edit, change, author)).code).toBe('commentNotFound')
  })

  test('is looked at like a new one, so that nothing gets by the staff in a second step', async () => {
    const { asked, ids, tenantId, owner, planContentId } = await free()
    const author = await person()
    await ask(comments.setWatchedWords, { ...ids, words: ['転売'] }, owner)
    const { commentId } = await ask(post, { ...asked, content: 'Hello' }, author)
    expect(await ask(edit, { tenantId, commentId, content: '転売します' }, author)).toEqual({ isHeld: true })
    expect((await ask(read, asked)).comments).toEqual([])
    expect(await figures(planContentId)).toMatchObject({ kept: { comments: 0 }, rows: { comments: 0 } })
    // A waiting comment keeps waiting when its blocked word is removed from the list.
    expect(await ask(edit, { tenantId, commentId, content: 'Hello' }, author)).toEqual({ isHeld: true })
    await ask(comments.moderateComments, { ...ids, ids: [commentId], action: 'approve' }, owner)
    expect((await ask(read, asked)).totalCount).toBe(1)
    await ask(comments.moderateComments, { ...ids, ids: [commentId], action: 'hide' }, owner)
    expect((await refused(edit, { tenantId, commentId, content: 'Hm' }, author)).code).toBe('commentNotFound')
  })

  test('not by a banned fan, nor where nothing may be said or read any more', async () => {
    const { asked, ids, tenantId, owner, planContentId } = await free()
    const author = await person()
    const { commentId } = await ask(post, { ...asked, content: 'Hello' }, author)
    const change = { tenantId, commentId, content: 'Bye' }
    const ban = (until: 'indefinite' | null) =>
      ask(comments.setCommentBan, { ...ids, userId: author.uid, until }, owner)
    await ban('indefinite')
    expect((await refused(edit, change, author)).code).toBe('commentBanned')
    expect((await ask(read, asked, author)).comments).toMatchObject([{ canEdit: false }])
    await ban(null)
    const set = (values: Partial<typeof contents.$inferInsert>) =>
      database().update(contents).set(values).where(eq(contents.planContentId, planContentId))
    await set({ commentPolicy: 'disabled' })
    expect((await refused(edit, change, author)).code).toBe('commentsDisabled')
    await set({ commentPolicy: 'enabled', viewableBy: 'paidUsers' })
    expect((await refused(edit, change, author)).code).toBe('contentLocked')
  })
})

describe('the brand', () => {
  const shownIn = async (asked: { tenantId: string; planContentId: string }, by?: Person) => {
    const { comments: all } = await ask(read, asked, by)
    return all.flatMap(({ replies, ...comment }) => [comment, ...replies])
  }

  test('answers in its own name, in the portal and on the fan site; who wrote it stands in the log alone', async () => {
    const { asked, ids, brandId, owner, planContentId, tenantId } = await free()
    const [fan, moderator] = (await people(2)) as [Person, Person]
    await addMember(tenantId, moderator, 'moderator')
    const { commentId } = await ask(post, { ...asked, content: 'Who plays the piano?' }, fan)
    const answered = await ask(comments.replyToComment, { ...ids, commentId, content: ' I do. ' }, moderator)
    await ask(post, { ...asked, content: 'Thank you all.' }, owner)
    await ask(post, { ...asked, content: 'On the page, too.', parentId: commentId }, owner)
    const { name, icon } = (await database().select().from(brands).where(eq(brands.brandId, brandId)))[0] ?? {}
    const brand = { userId: brandId, displayName: name, icon: icon ?? '' }
    const shown = await shownIn(asked, fan)
    expect(shown.map(({ content, isBrand }) => [content, isBrand])).toEqual([
      ['Thank you all.', true],
      ['Who plays the piano?', false],
      ['I do.', true],
      ['On the page, too.', true],
    ])
    for (const one of shown.filter(({ isBrand }) => isBrand)) expect(one.commentedBy).toEqual(brand)
    // Whoever asks, and whatever they are: no uid of the staff.
    for (const by of [undefined, fan, owner])
      expect(JSON.stringify(await ask(read, asked, by))).not.toMatch(new RegExp(`${owner.uid}|${moderator.uid}`))
    const staff = await ask(comments.getComments, { ...ids, tab: 'all' }, owner)
    expect(staff.comments.filter(({ isBrand }) => isBrand).map(({ commentedBy }) => commentedBy)).toEqual([
      brand,
      brand,
      brand,
    ])
    // Whoever goes on with the list sees what the brand has answered already.
    const marked = staff.comments.filter(({ isAnswered }) => isAnswered)
    expect(marked.map(({ id }) => id)).toEqual([commentId])
    const { entries } = await ask(audit.getAuditLog, { tenantId }, owner)
    expect(entries.find(({ operation }) => operation === 'replyToComment')).toMatchObject({
      actorName: 'moderator',
      details: [{ name: 'commentId', value: commentId }],
    })
    expect((await figures(planContentId)).kept.comments).toBe(4)
    expect(answered.commentId).toBe(shown[2]?.id)
    // Staff are none of its fans, nor known to the club as one, whatever they press: also who packs parcels and reads as a fan does.
    const packer = await person()
    await addMember(tenantId, packer, 'shipper')
    await ask(post, { ...asked, content: 'I like it.' }, packer)
    for (const by of [owner, moderator, packer]) {
      await ask(loves.lovePlanContent, asked, by)
      await ask(publicContents.noteContentView, asked, by)
    }
    await ask(publicContents.noteContentView, asked, fan)
    const viewed = await database().select().from(contentViews).where(eq(contentViews.planContentId, planContentId))
    expect(viewed.map(({ viewers }) => viewers)).toEqual([1])
    const known = await database().select({ uid: fans.uid }).from(fans).where(eq(fans.brandId, brandId))
    expect(known).toEqual([{ uid: fan.uid }])
  })

  test('finds what it has not answered yet, and again what no answer stands under any more', async () => {
    const { asked, ids, owner, planContentId, tenantId } = await free()
    const [fan, friend] = (await people(2)) as [Person, Person]
    const unanswered = async () => {
      const {
        comments: rows,
        counts,
        pagination,
      } = await ask(comments.getComments, { ...ids, tab: 'unanswered' }, owner)
      expect([counts.unanswered, pagination.totalCount]).toEqual([rows.length, rows.length])
      expect(rows.every(({ isAnswered, isReply, isBrand }) => !isAnswered && !isReply && !isBrand)).toBe(true)
      return rows.map(({ content }) => content).sort()
    }
    const say = async (content: string, by: Person, parentId?: string) =>
      (await ask(post, { ...asked, content, ...(parentId && { parentId }) }, by)).commentId
    const moderate = (id: string, action: (typeof moderations)[number]) =>
      ask(comments.moderateComments, { ...ids, ids: [id], action }, owner)

    const [first, second] = [await say('First', fan), await say('Second', friend)]
    await say('Held https://example.com', fan)
    await say('Of the brand', owner)
    expect(await unanswered()).toEqual(['First', 'Second'])
    // A friend's answer is none of the brand.
    await say('I know', friend, first)
    expect(await unanswered()).toEqual(['First', 'Second'])
    // From the portal, also to a reply, and from the page.
    const { comments: rows } = await ask(comments.getComments, { ...ids, tab: 'all' }, owner)
    const reply = rows.find(({ content }) => content === 'I know')?.id ?? ''
    const one = await ask(comments.replyToComment, { ...ids, commentId: reply, content: 'So it is' }, owner)
    expect(await unanswered()).toEqual(['Second'])
    const onPage = await say('Thank you', owner, second)
    expect(await unanswered()).toEqual([])
    // One of two answers goes, then the other.
    const two = await ask(comments.replyToComment, { ...ids, commentId: first, content: 'Once more' }, owner)
    await moderate(one.commentId, 'hide')
    expect(await unanswered()).toEqual([])
    await ask(remove, { tenantId, commentId: two.commentId }, owner)
    expect(await unanswered()).toEqual(['First'])
    await moderate(one.commentId, 'restore')
    await moderate(onPage, 'delete')
    expect(await unanswered()).toEqual(['Second'])
    // What is not shown waits for no answer.
    await moderate(second, 'hide')
    expect(await unanswered()).toEqual([])
    await moderate(second, 'restore')
    expect(await unanswered()).toEqual(['Second'])
    // What was answered before it was written down.
    await ask(comments.replyToComment, { ...ids, commentId: second, content: 'Yes' }, owner)
    await database().update(table).set({ isAnswered: false }).where(eq(table.planContentId, planContentId))
    expect(await unanswered()).toEqual([])
  })

  test('reads a thread as unanswered again once a fan wrote after it, until it answers or that is shown no more', async () => {
    const { asked, ids, owner, tenantId } = await free()
    const [fan, friend, leaver] = (await people(3)) as [Person, Person, Person]
    const list = (tab: 'unanswered' | 'all') => ask(comments.getComments, { ...ids, tab }, owner)
    const isUnanswered = async () => {
      const { comments: rows, counts } = await list('unanswered')
      expect(counts.unanswered).toBe(rows.length)
      const marked = (await list('all')).comments.find(({ id }) => id === commentId)
      expect(marked?.isAnswered).toBe(rows.length === 0)
      return rows.some(({ id }) => id === commentId)
    }
    const answer = (content: string) => ask(comments.replyToComment, { ...ids, commentId, content }, owner)
    const say = (content: string, by: Person, parentId?: string) =>
      ask(post, { ...asked, content, ...(parentId && { parentId }) }, by)
    const moderate = (id: string, action: (typeof moderations)[number]) =>
      ask(comments.moderateComments, { ...ids, ids: [id], action }, owner)

    const { commentId } = await say('When?', fan)
    const first = await answer('In May.')
    expect(await isUnanswered()).toBe(false)
    const more = await say('And where?', fan, commentId)
    expect(await isUnanswered()).toBe(true)
    // What is hidden or removed waits for no answer.
    await moderate(more.commentId, 'hide')
    expect(await isUnanswered()).toBe(false)
    await moderate(more.commentId, 'restore')
    expect(await isUnanswered()).toBe(true)
    expect((await list('unanswered')).comments).toMatchObject([
      { content: 'When?', followUp: { content: 'And where?' } },
    ])
    await ask(remove, { tenantId, commentId: more.commentId }, fan)
    expect(await isUnanswered()).toBe(false)
    // Whoever of the fans it was; what waits for a review counts from its approval.
    const held = await say('Here? https://example.com', friend, commentId)
    expect(await isUnanswered()).toBe(false)
    await moderate(held.commentId, 'approve')
    expect(await isUnanswered()).toBe(true)
    const second = await answer('In Ueno.')
    expect(await isUnanswered()).toBe(false)
    // Without the second answer the friend wrote last; an older answer that comes back answers nobody.
    await moderate(second.commentId, 'hide')
    expect(await isUnanswered()).toBe(true)
    await moderate(first.commentId, 'hide')
    await moderate(first.commentId, 'restore')
    expect(await isUnanswered()).toBe(true)
    await moderate(second.commentId, 'restore')
    expect(await isUnanswered()).toBe(false)
    // Reports take it out of the thread, and so does a ban, and the end of its author's account.
    const last = await say('Late', leaver, commentId)
    expect(await isUnanswered()).toBe(true)
    for (const by of await people(reportsToHold))
      await ask(comments.reportComment, { tenantId, commentId: last.commentId }, by)
    expect(await isUnanswered()).toBe(false)
    await moderate(last.commentId, 'approve')
    expect(await isUnanswered()).toBe(true)
    const until = 'indefinite' as const
    await ask(comments.setCommentBan, { ...ids, userId: leaver.uid, until, hidePrevious: true }, owner)
    expect(await isUnanswered()).toBe(false)
    await moderate(last.commentId, 'restore')
    expect(await isUnanswered()).toBe(true)
    await personalOfComments.forget?.(database(), leaver, now())
    expect(await isUnanswered()).toBe(false)
  })

  test('is no fan of the same name: only what staff wrote carries its mark', async () => {
    const { asked, brandId } = await free()
    const impostor = await person()
    await ask(post, { ...asked, content: 'Buy here' }, impostor)
    const [{ name } = { name: '' }] = await database().select().from(brands).where(eq(brands.brandId, brandId))
    await database().execute(sql`update people set display_name = ${name} where people.uid = ${impostor.uid}`)
    expect(await shownIn(asked)).toMatchObject([
      { isBrand: false, commentedBy: { displayName: name, userId: impostor.uid } },
    ])
  })

  test('is not who answers in mails, however a fan is called: a member is said to be one', async () => {
    const { asked, ids, brandId, owner } = await free()
    const [author, impostor, friend] = (await people(3)) as [Person, Person, Person]
    const { commentId } = await ask(post, { ...asked, content: 'Who plays the piano?' }, author)
    await database().execute(sql`update people set locale = 'en' where people.uid = ${author.uid}`)
    const answerAs = async (fan: Person, name: string) => {
      await ask(post, { ...asked, content: 'x' }, fan)
      await database().execute(
        sql`update people set display_name = ${name}, chosen_at = now() where people.uid = ${fan.uid}`,
      )
      await ask(post, { ...asked, content: 'Buy here', parentId: commentId }, fan)
    }
    await ask(comments.replyToComment, { ...ids, commentId, content: 'I do.' }, owner)
    await answerAs(friend, 'Mio')
    await answerAs(impostor, '  ａＯＩ. ')
    const [{ name } = { name: '' }] = await database().select().from(brands).where(eq(brands.brandId, brandId))
    expect(name).toBe('Aoi')
    const said = (text: string) => /(.+) has answered your comment on/.exec(text)?.[1]
    const mails = (await mailsTo(author.email)).map((mail) => [mail.subject, said(mail.text ?? '')])
    expect(mails.sort()).toEqual([
      ['Aoi has answered your comment', 'Aoi'],
      ['Your comment was answered (Aoi)', 'A member'],
      ['Your comment was answered (Aoi)', 'A member (Mio)'],
    ])
  })

  test('answers what is published, one level deep, and as often as anybody', async () => {
    const { asked, ids, owner } = await free({ commentPolicy: 'approvalFirst' })
    const fan = await person()
    const { commentId: held } = await ask(post, { ...asked, content: 'Waits' }, fan)
    const answer = (commentId: string, content = 'Hi') =>
      refused(comments.replyToComment, { ...ids, commentId, content }, owner)
    expect((await answer(held)).code).toBe('commentNotFound')
    expect((await answer('comment_nobody')).code).toBe('commentNotFound')
    expect((await answer(held, ' ')).code).toBe('validation')
    await ask(comments.moderateComments, { ...ids, ids: [held], action: 'approve' }, owner)
    const first = await ask(comments.replyToComment, { ...ids, commentId: held, content: 'Hello' }, owner)
    await ask(comments.replyToComment, { ...ids, commentId: first.commentId, content: 'Once more' }, owner)
    const [parent] = (await ask(read, asked)).comments
    expect(parent?.replies.map(({ content }) => content)).toEqual(['Hello', 'Once more'])
    await database()
      .insert(table)
      .values(
        Array.from({ length: mostReplies - 2 }, (_, n) => ({
          ...ids,
          planContentId: asked.planContentId,
          commentId: `${held}_${n}`,
          parentId: held,
          uid: fan.uid,
          content: 'Hi',
          status: 'published' as const,
          commentedAt: now(),
        })),
      )
    expect((await answer(held)).code).toBe('tooManyReplies')
    expect((await answer(first.commentId)).code).toBe('tooManyReplies')
  })

  test('keeps its answers when who wrote them deletes the account, and three reports take none away', async () => {
    const { asked, ids, tenantId } = await free()
    const [fan, moderator] = (await people(2)) as [Person, Person]
    await addMember(tenantId, moderator, 'moderator')
    const { commentId } = await ask(post, { ...asked, content: 'A question' }, fan)
    const answer = await ask(comments.replyToComment, { ...ids, commentId, content: 'An answer' }, moderator)
    for (const by of await people(3)) await ask(comments.reportComment, { tenantId, commentId: answer.commentId }, by)
    await personalOfComments.forget?.(database(), moderator, now())
    const copied = await personalOfComments.export?.(database(), moderator)
    expect(JSON.stringify(copied)).not.toContain('An answer')
    expect((await shownIn(asked)).map(({ content }) => content)).toEqual(['A question', 'An answer'])
    await personalOfComments.forget?.(database(), fan, now())
    expect((await shownIn(asked)).map(({ content }) => content)).toEqual(['', 'An answer'])
  })
})

describe('the staff', () => {
  test('tell whoever wrote what they delete, once and without repeating it; who deletes their own is told nothing', async () => {
    const { asked, ids, tenantId, owner } = await free({ name: 'Winter letter' })
    const [author, other] = (await people(2)) as [Person, Person]
    const made: string[] = []
    for (const [by, content] of [
      [author, 'Canary one'],
      [author, 'Canary two'],
      [other, 'Canary three'],
      [owner, 'Canary four'],
    ] as const)
      made.push((await ask(post, { ...asked, content }, by)).commentId)
    const own = await ask(post, { ...asked, content: 'Mine' }, other)
    await ask(remove, { tenantId, commentId: own.commentId }, other)
    const act = (action: 'hide' | 'delete') =>
      ask(comments.moderateComments, { ...ids, ids: made, action, reason: 'Internal reason' }, owner)
    await act('hide')
    await act('delete')
    await act('delete')
    for (const { email } of [author, other]) {
      const mails = await mailsTo(email)
      expect(mails).toHaveLength(1)
      expect(mails[0]?.text).toContain('Winter letter')
      expect(mails[0]?.text).not.toMatch(/Canary|Internal/)
    }
    expect(await mailsTo(owner.email)).toEqual([])
    const { commentId } = await ask(post, { ...asked, content: 'Again' }, author)
    await ask(remove, { tenantId, commentId }, owner)
    expect(await mailsTo(author.email)).toHaveLength(2)
  })

  test('hide, restore and delete many; what an action cannot begin from stays', async () => {
    const { asked, ids, owner, planContentId } = await free()
    const author = await person()
    const made: string[] = []
    for (let n = 0; n < 5; n++) made.push((await ask(post, { ...asked, content: `No. ${n}` }, author)).commentId)
    const act = (action: 'hide' | 'restore' | 'delete' | 'approve', which: string[]) =>
      ask(comments.moderateComments, { ...ids, ids: which, action }, owner).then(({ changed }) => changed)
    expect(await act('hide', made)).toBe(5)
    expect(await act('hide', made)).toBe(0)
    expect((await ask(comments.getComments, { ...ids, tab: 'hidden' }, owner)).counts.hidden).toBe(5)
    expect(await act('restore', made.slice(0, 3))).toBe(3)
    expect(await act('delete', made.slice(2))).toBe(3)
    expect(await figures(planContentId)).toMatchObject({ kept: { comments: 2 }, rows: { comments: 2 } })
    expect(
      (await refused(comments.moderateComments, { ...ids, ids: ['comment_x'], action: 'hide' }, owner)).status,
    ).toBe(404)
  })

  test('pin one comment above the others of its content, until it goes out of sight', async () => {
    const { asked, ids, owner, tenantId } = await free()
    const author = await person()
    const made: string[] = []
    for (let n = 0; n < 4; n++) made.push((await ask(post, { ...asked, content: `No. ${n}` }, author)).commentId)
    const [oldest = '', second = '', third = '', newest = ''] = made
    await database().execute(
      sql`update comments set commented_at = commented_at + array_position(${sql.param(made)}::text[], comment_id) * interval '1 second' where comment_id = any(${sql.param(made)}::text[])`,
    )
    const pin = (commentId: string, pinned = true) => ask(comments.pinComment, { ...ids, commentId, pinned }, owner)
    const shown = async (pagination = { limit: 2, offset: 0 }) =>
      (await ask(read, { ...asked, pagination })).comments.map(({ id, isPinned }) => (isPinned ? `pinned ${id}` : id))
    await pin(oldest)
    expect(await shown()).toEqual([`pinned ${oldest}`, newest, third])
    expect(await shown({ limit: 2, offset: 2 })).toEqual([second])
    await pin(second)
    expect(await shown()).toEqual([`pinned ${second}`, newest, third])
    // Taking off another's pin changes nothing.
    await pin(oldest, false)
    expect(await shown()).toEqual([`pinned ${second}`, newest, third])
    await ask(comments.moderateComments, { ...ids, ids: [second], action: 'hide' }, owner)
    await ask(comments.moderateComments, { ...ids, ids: [second], action: 'restore' }, owner)
    expect(await shown()).toEqual([newest, third])
    const reply = await ask(post, { ...asked, content: 'An answer', parentId: oldest }, author)
    for (const commentId of [reply.commentId, 'comment_x'])
      expect((await refused(comments.pinComment, { ...ids, commentId, pinned: true }, owner)).code).toBe(
        'commentNotFound',
      )
    await ask(remove, { tenantId, commentId: oldest }, author)
    expect((await refused(comments.pinComment, { ...ids, commentId: oldest, pinned: true }, owner)).status).toBe(404)
    // At once: one of them is pinned, and none fails.
    const failures = async () => {
      await pin(newest, false)
      const all = await Promise.allSettled(
        Array.from({ length: 8 }, (_, n) => pin([newest, third, second][n % 3] ?? '')),
      )
      return all.filter(({ status }) => status === 'rejected').length
    }
    expect(await failures()).toBe(0)
    expect((await shown()).filter((one) => one.startsWith('pinned'))).toHaveLength(1)
    let careful = true
    for (let n = 0; n < 20 && careful; n++) careful = (await withoutPrecautions(rowLocks, failures)) === 0
    expect(careful, 'control: without locks two comments are pinned at once').toBe(false)
  })

  test('ban a fan, who then neither writes, reports nor loves, and hide what was written', async () => {
    const { asked, ids, tenantId, owner, planContentId } = await free()
    const [banned, other] = (await people(2)) as [Person, Person]
    const { commentId } = await ask(post, { ...asked, content: 'Mine' }, other)
    await ask(post, { ...asked, content: 'Buy' }, banned)
    const ban = { ...ids, userId: banned.uid, until: 'indefinite' as const, reason: 'Advertising', hidePrevious: true }
    expect(await ask(comments.setCommentBan, ban, owner)).toEqual({ hidden: 1 })
    expect((await ask(read, asked)).comments).toHaveLength(1)
    for (const [operation, payload] of [
      [post, { ...asked, content: 'Buy' }],
      [loves.lovePlanContent, asked],
      [loves.unLovePlanContent, asked],
      [comments.reportComment, { tenantId, commentId }],
    ] as const)
      expect((await refused(operation, payload, banned)).code).toBe('commentBanned')
    expect((await ask(read, asked, banned)).cannotComment).toBe('commentBanned')
    const { comments: found } = await ask(comments.getComments, { ...ids, userId: banned.uid }, owner)
    expect(found[0]?.banned).toEqual({ until: null, forGood: true })
    await ask(comments.setCommentBan, { ...ids, userId: banned.uid, until: now() - 1 }, owner)
    await ask(loves.lovePlanContent, asked, banned)
    await ask(comments.setCommentBan, { ...ids, userId: banned.uid, until: null }, owner)
    await ask(post, { ...asked, content: 'Sorry' }, banned)
    expect((await refused(comments.setCommentBan, { ...ban, userId: 'nobody' }, owner)).code).toBe('fanNotFound')
    await database().update(fans).set({ blockedAt: now() }).where(eq(fans.uid, banned.uid))
    expect((await refused(post, { ...asked, content: 'Again' }, banned)).code).toBe('commentBanned')
    const after = await figures(planContentId)
    expect(after.kept).toEqual(after.rows)
  })
})
