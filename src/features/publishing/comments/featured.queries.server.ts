import { and, asc, desc, eq, isNull, lte, or } from 'drizzle-orm'
import { brands } from '#club/brands/tables.server.ts'
import { people } from '#club/fans/tables.server.ts'
import type { Instant } from '#kit/time.ts'
import type { Brand, Db, Fan, PublicBrand } from '#server/proven.ts'
import { isShown } from '../contents/queries.server'
import { contents, englishBesideBody } from '../contents/tables.server'
import { author, isItsBrand } from './queries.server'
import { comments, featuredComments } from './tables.server'

/* Comments that the club has chosen for its brand's page. */

const isFeature = and(
  eq(featuredComments.tenantId, comments.tenantId),
  eq(featuredComments.brandId, comments.brandId),
  eq(featuredComments.commentId, comments.commentId),
)
const isItsContent = and(eq(contents.tenantId, comments.tenantId), eq(contents.planContentId, comments.planContentId))

/**
 * Those that stand there now, the latest choice first: published, as they were when they were chosen, under a content that everybody may
 * read.
 */
export const featuredOf = (db: Db, { tenantId, brandId }: Brand | PublicBrand, now: Instant) =>
  db
    .select({
      id: comments.commentId,
      content: comments.content,
      commentedAt: comments.commentedAt,
      author,
      planContent: { planContentId: contents.planContentId, name: contents.name, english: englishBesideBody },
    })
    .from(featuredComments)
    .innerJoin(comments, isFeature)
    .innerJoin(contents, isItsContent)
    .leftJoin(people, eq(people.uid, comments.uid))
    .leftJoin(brands, isItsBrand)
    .where(
      and(
        eq(featuredComments.tenantId, tenantId),
        eq(featuredComments.brandId, brandId),
        eq(comments.status, 'published'),
        or(isNull(comments.editedAt), lte(comments.editedAt, featuredComments.featuredAt)),
        eq(contents.viewableBy, 'allUsers'),
        isShown(db, now),
      ),
    )
    .orderBy(desc(featuredComments.featuredAt), asc(comments.commentId))
    .limit(10)

/** Whether everybody may read the content of a comment. */
export const isOpenToAll = async (db: Db, { tenantId, brandId }: Brand, commentId: string, now: Instant) => {
  const rows = await db
    .select({ id: comments.commentId })
    .from(comments)
    .innerJoin(contents, isItsContent)
    .where(
      and(
        eq(comments.tenantId, tenantId),
        eq(comments.brandId, brandId),
        eq(comments.commentId, commentId),
        eq(contents.viewableBy, 'allUsers'),
        isShown(db, now),
      ),
    )
  return rows.length > 0
}

/** Brands on whose page something of this fan stands. */
export const brandsFeaturing = (db: Db, { uid }: Fan) =>
  db
    .selectDistinct({ brandId: comments.brandId })
    .from(featuredComments)
    .innerJoin(comments, isFeature)
    .where(eq(comments.uid, uid))

/** Serializes the choices of a brand. */
export const lockFeatured = (db: Db, { tenantId, brandId }: Brand) =>
  db
    .select({ brandId: brands.brandId })
    .from(brands)
    .where(and(eq(brands.tenantId, tenantId), eq(brands.brandId, brandId)))
    .for('no key update')

export const addFeatured = async (db: Db, { tenantId, brandId }: Brand, commentId: string, featuredAt: Instant) => {
  await db.insert(featuredComments).values({ tenantId, brandId, commentId, featuredAt }).onConflictDoNothing()
}

/** True if it was chosen. */
export const dropFeatured = async (db: Db, { tenantId, brandId }: Brand | PublicBrand, commentId: string) => {
  const gone = await db
    .delete(featuredComments)
    .where(
      and(
        eq(featuredComments.tenantId, tenantId),
        eq(featuredComments.brandId, brandId),
        eq(featuredComments.commentId, commentId),
      ),
    )
    .returning({ commentId: featuredComments.commentId })
  return gone.length > 0
}
