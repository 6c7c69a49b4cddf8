import { and, asc, eq } from 'drizzle-orm'
import type { Brand, Db } from '../../server/context'
import { tenantMembers } from './tables.server'

/** Who saved something last, as the reader may know them; null where nobody has been written down. */
export const editorOf = async (db: Db, brand: Brand, editedBy: string | null | undefined, reader: { uid: string }) => {
  if (!editedBy) return null
  const [row] = await db
    .select({ name: tenantMembers.displayName, email: tenantMembers.email })
    .from(tenantMembers)
    .where(and(eq(tenantMembers.tenantId, brand.tenantId), eq(tenantMembers.uid, editedBy)))
    .orderBy(asc(tenantMembers.status))
    .limit(1)
  return { name: row ? row.name || row.email : '', isMe: editedBy === reader.uid }
}
