import { brandOfShop } from '#club/brands/queries.server.ts'
import { peopleOf } from '#club/fans/membership.queries.server.ts'
import { waysOfFan } from '#club/push/queries.server.ts'
import { longestWait, pushToFan } from '#club/push/work.server.ts'
import type { Instant } from '#kit/time.ts'
import { mailToFan } from '#money/orders/work.server.ts'
import type { Transaction } from '#server/jobDefinition.ts'
import type { Brand, Db, PublicBrand, User } from '#server/proven.ts'
import { isOpen } from '../contents/access'
import { contentForReader } from '../contents/public/queries.server'
import { accessOfRow } from '../contents/public/reader.server'
import { isCalledAs } from './comment'
import { commentAnswered, commentRemoved } from './mails'
import { answeredMessage } from './messages'
import { commentsById, contentNames, type lockComments } from './queries.server'

/* Who is told of answers, and of what the staff do with comments. */

type Locked = Awaited<ReturnType<typeof lockComments>>[number]
type AnyBrand = Brand | PublicBrand
type Remover = Transaction & { origin: string; user: User }
/** What each author of removed comments is told, in one mail; nobody is told of an own one. */
export const removalsOf = async (db: Db, brand: AnyBrand, user: User, gone: readonly Locked[]) => {
  const names = await contentNames(db, brand, [...new Set(gone.map(({ planContentId }) => planContentId))])
  const byAuthor = Map.groupBy(
    gone.filter(({ asBrand }) => !asBrand),
    ({ uid }) => uid,
  )
  byAuthor.delete(user.uid)
  return [...byAuthor].map(([uid, some]) => ({
    uid,
    removed: some.map(({ planContentId, commentedAt }) => ({ content: names.get(planContentId) ?? '', commentedAt })),
  }))
}

export const tellAuthors = async (context: Remover, brand: AnyBrand, gone: readonly Locked[]) => {
  const shop = await brandOfShop(context.db, brand)
  for (const { uid, removed } of await removalsOf(context.db, brand, context.user, gone))
    await mailToFan({ tx: context, origin: context.origin }, { ...brand, uid }, (to) =>
      commentRemoved(to, { ...shop, removed }),
    )
}

type Answerer = Pick<Locked, 'uid' | 'asBrand'>
type Telling = { db: Db; now: Instant }
/** Who gets a mail of an answer; nobody of an own comment or of the brand's, who may not read the content any more, or who has chosen none. */
export const toldOfAnswer = async (context: Telling, brand: AnyBrand, comment: Locked, by: { uid: string }) => {
  const { db } = context
  if (!(await isTold(context, brand, comment, by))) return null
  const author = (await peopleOf(db, [comment.uid])).get(comment.uid)
  if (!author?.email || (await waysOfFan(db, { ...brand, uid: comment.uid }, 'answer'))?.byMail === false) return null
  return { locale: author.locale, displayName: author.displayName }
}
const isTold = async (
  { db, now }: Telling,
  brand: AnyBrand,
  { asBrand, uid, planContentId }: Locked,
  by: { uid: string },
) => {
  if (asBrand || uid === by.uid) return false
  const row = await contentForReader(db, brand, planContentId, { uid, now })
  return row !== undefined && isOpen(accessOfRow(row, now).status)
}

export const answerOf = async (db: Db, brand: AnyBrand, { planContentId }: Locked) => {
  const [{ name, slug }, names] = [await brandOfShop(db, brand), await contentNames(db, brand, [planContentId])]
  return { name, slug, planContent: { planContentId, name: names.get(planContentId) ?? '' } }
}
/** Tells the author of a comment of an answer that can be read; once, however often it is published. */
export const tellAnswered = async (
  context: Transaction & { origin: string; now: Instant },
  brand: AnyBrand,
  comment: Locked,
  { commentId, ...by }: Answerer & { commentId: string },
) => {
  if (!(await isTold(context, brand, comment, by))) return
  const about = await answerOf(context.db, brand, comment)
  const name = (await peopleOf(context.db, [by.uid])).get(by.uid)?.displayName ?? ''
  const answer = by.asBrand ? about : { ...about, by: isCalledAs(about.name, name) ? '' : name }
  const news = `answer ${commentId}`
  const fan = { tenantId: brand.tenantId, brandId: brand.brandId, uid: comment.uid }
  if (await toldOfAnswer(context, brand, comment, by))
    await mailToFan({ tx: context, origin: context.origin }, fan, (to) => commentAnswered(to, answer), {
      news,
      isBulk: false,
    })
  const author = (await peopleOf(context.db, [comment.uid])).get(comment.uid)
  const told = { kind: 'answer' as const, news, until: context.now + longestWait }
  await pushToFan(context, context.now, fan, told, () => answeredMessage(author?.locale ?? 'ja', answer))
}

/** The same of answers that waited for the staff until now. */
export const tellOfAnswers = async (
  context: Parameters<typeof tellAnswered>[0],
  brand: AnyBrand,
  answers: readonly Locked[],
) => {
  const parents = await commentsById(
    context.db,
    brand,
    answers.flatMap(({ parentId }) => parentId ?? []),
  )
  for (const answer of answers) {
    const parent = parents.find(({ commentId }) => commentId === answer.parentId)
    if (parent?.status === 'published') await tellAnswered(context, brand, parent, answer)
  }
}
