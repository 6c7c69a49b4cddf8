import { insertBinned } from '#club/bin/queries.server.ts'
import type { Instant } from '#kit/time.ts'
import type { Brand, Db } from '#server/proven.ts'
import { type Content, formerPeriodsAfter, revert } from './content'
import { saveContent, setContentDeleted } from './queries.server'

type Deleting = { db: Db; brand: Brand; user: { uid: string }; now: Instant }

/** Moves a content, which the caller has locked, to the bin: a draft for everybody, and in no list of staff. */
export const binContent = async ({ db, brand, user, now }: Deleting, content: Content): Promise<void> => {
  const { planContentId, name, status, publishingAt } = content
  const binned = status === 'draft' ? content : revert(content, now)
  const formerPeriods = formerPeriodsAfter(content, binned, now)
  if (status !== 'draft') await saveContent(db, brand, { ...binned, formerPeriods, editedBy: user.uid }, content)
  await setContentDeleted(db, brand, planContentId, now)
  await insertBinned(db, brand, {
    kind: 'content',
    itemId: planContentId,
    name,
    deletedAt: now,
    deletedBy: user.uid,
    formerStatus: status,
    formerAt: publishingAt,
  })
}
