import type { Handlers } from '../../server/context'
import type { uploads as contract } from './contract'
import { insertUpload } from './queries.server'
import { downloadMinutes, keyOf, uploadMinutes } from './uploads'

const minute = 60_000

export const uploadHandlers: Handlers<typeof contract> = {
  async getSignedUrlForPlanContentAttachmentUpload({ db, brand, user, storage, now, newId }, payload) {
    const { type, fileName, contentType, size } = payload
    const mediaId = newId('media')
    const key = keyOf({ tenantId: brand.tenantId, mediaId, type, contentType })
    const upload = { mediaId, kind: type, fileName, contentType, size, key, createdBy: user.uid, createdAt: now }
    await insertUpload(db, brand, upload)
    const expiresAt = now + uploadMinutes * minute
    const { url, headers } = storage.signCheckedUpload({ key, contentType, contentLength: size, expiresAt })
    const urlForDownload =
      type === 'image'
        ? storage.publicUrl(key)
        : await storage.signDownload({ key, expiresAt: now + downloadMinutes * minute, fileName })
    return { mediaId, headers, urlForUpload: url, urlForDownload }
  },
}
