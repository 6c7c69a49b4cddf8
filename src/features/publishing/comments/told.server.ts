import { brandOfShop } from '#club/brands/queries.server.ts'
import { peopleOf } from '#club/fans/membership.queries.server.ts'
import { waysOfFan } from '#club/push/queries.server.ts'
import { longestWait, pushToFan } from '#club/push/work.server.ts'
import type { Instant } from '#kit/time.ts'
import { mailToFan } from '#money/orders/work.server.ts'
import type { Transaction } from '#server/jobDefinition.ts'
import type { Brand, Db, PublicBrand, User } from '#server/proven.ts'
import { commentAnswered, commentRemoved } from './mails'
import { answeredMessage } from './messages'
import { contentNames, type lockComments } from './queries.server'

/* Who is told by mail of what the staff do with comments. */

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

/** Who gets a mail that the brand has answered; nobody of an own comment or of another answer, or who has chosen none. */
export const toldOfAnswer = async ({ db, user }: { db: Db; user: User }, brand: AnyBrand, comment: Locked) => {
  if (!isTold(user, comment)) return null
  const author = (await peopleOf(db, [comment.uid])).get(comment.uid)
  if (!author?.email || (await waysOfFan(db, { ...brand, uid: comment.uid }, 'answer'))?.byMail === false) return null
  return { locale: author.locale, displayName: author.displayName }
}
const isTold = (user: User, { asBrand, uid }: Locked) => !asBrand && uid !== user.uid

export const answerOf = async (db: Db, brand: AnyBrand, { planContentId }: Locked) => {
  const [{ name, slug }, names] = [await brandOfShop(db, brand), await contentNames(db, brand, [planContentId])]
  return { name, slug, planContent: { planContentId, name: names.get(planContentId) ?? '' } }
}
export const tellAnswered = async (
  context: Remover & { now: Instant },
  brand: AnyBrand,
  comment: Locked,
  answerId: string,
) => {
  if (!isTold(context.user, comment)) return
  const answer = await answerOf(context.db, brand, comment)
  const fan = { tenantId: brand.tenantId, brandId: brand.brandId, uid: comment.uid }
  if (await toldOfAnswer(context, brand, comment))
    await mailToFan({ tx: context, origin: context.origin }, fan, (to) => commentAnswered(to, answer))
  const author = (await peopleOf(context.db, [comment.uid])).get(comment.uid)
  const told = { kind: 'answer' as const, news: `answer ${answerId}`, until: context.now + longestWait }
  await pushToFan(context, context.now, fan, told, () => answeredMessage(author?.locale ?? 'ja', answer))
}
