import { and, desc, eq, inArray } from 'drizzle-orm'
import { tenantMembers } from '#club/tenants/tables.server.ts'
import type { NewId } from '#kit/ids.ts'
import type { Instant } from '#kit/time.ts'
import { subquery } from '#server/db/subquery.ts'
import type { Brand, Db } from '#server/proven.ts'
import type { Content } from '../content'
import { contentVersions } from './tables.server'
import { goesOn, isSame, mostVersions } from './version'

const ofContent = ({ tenantId }: Brand, planContentId: string) =>
  and(eq(contentVersions.tenantId, tenantId), eq(contentVersions.planContentId, planContentId))
const newestFirst = [desc(contentVersions.savedAt), desc(contentVersions.versionId)]

const savedByName = subquery<string>`coalesce((select coalesce(nullif(m.display_name, ''), m.email) from ${tenantMembers} m
  where m.tenant_id = ${contentVersions.tenantId} and m.uid = ${contentVersions.savedBy} order by m.status limit 1), '')`

/** The last first, at most thirty; without the texts. */
export const versionsOf = (db: Db, brand: Brand, planContentId: string) =>
  db
    .select({
      versionId: contentVersions.versionId,
      name: contentVersions.name,
      savedAt: contentVersions.savedAt,
      savedBy: contentVersions.savedBy,
      savedByName,
    })
    .from(contentVersions)
    .where(ofContent(brand, planContentId))
    .orderBy(...newestFirst)
    .limit(mostVersions)

export const findVersion = async (db: Db, brand: Brand, planContentId: string, versionId: string) => {
  const [row] = await db
    .select()
    .from(contentVersions)
    .where(and(ofContent(brand, planContentId), eq(contentVersions.versionId, versionId)))
  return row
}

/** What the versions of a content that is to go for good say and show. */
export const bodiesOfVersions = async (db: Db, { tenantId }: { tenantId: string }, planContentId: string) => {
  const rows = await db
    .select({ text: contentVersions.text, english: contentVersions.english, imageUrls: contentVersions.imageUrls })
    .from(contentVersions)
    .where(and(eq(contentVersions.tenantId, tenantId), eq(contentVersions.planContentId, planContentId)))
  return rows.map(({ imageUrls, ...row }) => ({ ...row, imageUrls: imageUrls ?? [] }))
}

type Saving = { db: Db; brand: Brand; newId: NewId; now: Instant }
type Row = typeof contentVersions.$inferSelect

const rowOf = ({ brand, newId }: Saving, content: Content, savedAt: Instant): Row => ({
  tenantId: brand.tenantId,
  planContentId: content.planContentId,
  versionId: newId('version'),
  name: content.name,
  description: content.description,
  text: content.text,
  english: content.english,
  imageUrls: [...content.imageUrls],
  isDraft: content.status === 'draft',
  beganAt: savedAt,
  savedAt,
  savedBy: content.editedBy ?? '',
})

/** Keeps what a save has made of a content, which the caller has locked, and before the first one what it was. */
export const keepVersion = async (saving: Saving, before: Content | null, after: Content): Promise<void> => {
  const { db, brand, now } = saving
  const isOfIt = ofContent(brand, after.planContentId)
  if (before && isSame(before, after)) return
  const [last] = await db
    .select()
    .from(contentVersions)
    .where(isOfIt)
    .orderBy(...newestFirst)
    .limit(1)
  const next = rowOf(saving, after, now)
  if (last && goesOn(last, next)) {
    const { name, description, text, english, imageUrls } = next
    await db
      .update(contentVersions)
      .set({ name, description, text, english, imageUrls, savedAt: now })
      .where(and(isOfIt, eq(contentVersions.versionId, last.versionId)))
    return
  }
  // Of contents that were written before versions were kept.
  const first = !last && before ? [rowOf(saving, before, Math.min(before.editedAt, now - 1))] : []
  await db.insert(contentVersions).values([...first, next])
  const over = db
    .select({ versionId: contentVersions.versionId })
    .from(contentVersions)
    .where(isOfIt)
    .orderBy(...newestFirst)
    .offset(mostVersions)
  await db.delete(contentVersions).where(and(isOfIt, inArray(contentVersions.versionId, over)))
}
