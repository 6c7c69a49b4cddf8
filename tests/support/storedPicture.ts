import { uploads } from '#club/uploads/tables.server.ts'
import { day } from '#kit/time.ts'
import { now } from '#server/clock.ts'
import { database } from '#server/db.ts'
import { storage } from '#server/storage/storage.ts'
import { newId } from './club'
import type { Club } from './goods'

/** A private file of a brand that came long ago, as uploads keep it; its mediaId. */
export const storedPicture = async ({ tenantId, ids, owner }: Pick<Club, 'tenantId' | 'ids' | 'owner'>) => {
  const mediaId = newId('media')
  const key = `private/${tenantId}/${mediaId}.png`
  await storage().put(key, Buffer.from('a picture'), 'image/png')
  await database()
    .insert(uploads)
    .values({
      ...{ ...ids, mediaId, key, kind: 'file' as const, fileName: 'a.png', contentType: 'image/png', size: 9 },
      ...{ state: 'ready' as const, createdBy: owner.uid, createdAt: now() - 40 * day },
    })
  return mediaId
}
