import { and, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { Instant } from '#kit/time.ts'
import { isNamed, withNames } from '#server/db/directory.ts'
import { prepared } from '#server/db/prepared.ts'
import type { Brand, Db, PublicBrand } from '#server/proven.ts'
import { type Clubs, isOfClubs } from '../tenants/clubs.queries.server'
import { uploads } from './tables.server'

export type UploadRow = typeof uploads.$inferSelect
type NewUpload = Omit<typeof uploads.$inferInsert, 'tenantId' | 'brandId' | 'applicationId' | 'state'>

/** Which brand's upload this is; null for one that nobody has begun, and for an application's. */
export const brandOfUpload = async (db: Db, uploadId: string) => {
  const [row] = await db
    .select({ tenantId: uploads.tenantId, brandId: uploads.brandId })
    .from(uploads)
    .where(isNamed(uploads.uploadId, uploadId))
  return row?.brandId ? { tenantId: row.tenantId, brandId: row.brandId } : null
}

export const insertUpload = (db: Db, { tenantId, brandId }: Brand, upload: NewUpload) =>
  withNames(db, tenantId, [[uploads.uploadId, upload.uploadId]])
    .insert(uploads)
    .values({ ...upload, tenantId, brandId, state: 'pending' })

const ofBrand = ({ tenantId, brandId }: Brand | PublicBrand) =>
  and(eq(uploads.tenantId, tenantId), eq(uploads.brandId, brandId))

export const findUpload = async (db: Db, brand: Brand, uploadId: string) => {
  const [row] = await db
    .select()
    .from(uploads)
    .where(and(ofBrand(brand), eq(uploads.uploadId, uploadId)))
  return row
}

export const lockUpload = async (db: Db, brand: Brand, uploadId: string) => {
  const [row] = await db
    .select()
    .from(uploads)
    .where(and(ofBrand(brand), eq(uploads.uploadId, uploadId)))
    .for('update')
  return row
}

type UploadState = UploadRow['state']

/** By media id, which jobs and the storage use. Only if the state is still the expected one. */
export const setUpload = async (
  db: Db,
  mediaId: string,
  from: UploadState,
  changes: Partial<Pick<UploadRow, 'state' | 'size' | 'parts' | 'storageUploadId' | 'sentMd5'>>,
) => {
  const set = await db
    .update(uploads)
    .set(changes)
    .where(and(eq(uploads.mediaId, mediaId), eq(uploads.state, from)))
    .returning({ mediaId: uploads.mediaId })
  return set.length === 1
}

export const uploadByMedia = async (db: Db, mediaId: string) => {
  const [row] = await db.select().from(uploads).where(eq(uploads.mediaId, mediaId))
  return row
}

export const deleteUpload = (db: Db, mediaId: string) => db.delete(uploads).where(eq(uploads.mediaId, mediaId))

const arrived = prepared((db) =>
  db
    .select()
    .from(uploads)
    .where(
      and(
        eq(uploads.tenantId, sql.placeholder('tenantId')),
        eq(uploads.brandId, sql.placeholder('brandId')),
        sql`${uploads.mediaId} = any(${sql.placeholder('mediaIds')}::text[])`,
        eq(uploads.state, 'ready'),
      ),
    )
    .prepare(''),
)

/** Those of these uploads that are the brand's and have arrived. */
export const uploadsOf = (db: Db, { tenantId, brandId }: Brand | PublicBrand, mediaIds: readonly string[]) =>
  arrived(db).execute({ tenantId, brandId, mediaIds })

export const uploadByKey = async (db: Db, key: string) => {
  const [row] = await db.select().from(uploads).where(eq(uploads.key, key))
  return row
}

/** The first file that arrives is the one that counts, also of two at the same moment. Null: it is not this one. */
export const claimUpload = async (db: Db, key: string, md5: string): Promise<UploadRow | null> => {
  const isFirst = and(eq(uploads.key, key), or(isNull(uploads.sentMd5), eq(uploads.sentMd5, md5)))
  const [upload] = await db.update(uploads).set({ sentMd5: md5 }).where(isFirst).returning()
  return upload ?? null
}

/** Deletes uploads announced before this moment that never arrived or were refused; returns the keys of their files. */
export const deleteForgotten = (db: Db, clubs: Clubs, before: Instant) =>
  db
    .delete(uploads)
    .where(
      and(
        isOfClubs(uploads.tenantId, clubs),
        inArray(uploads.state, ['pending', 'refused']),
        lt(uploads.createdAt, before),
      ),
    )
    .returning({ key: uploads.key, kind: uploads.kind })
