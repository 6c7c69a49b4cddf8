import type { Handlers } from '#server/context.ts'
import { bodyFor, englishFor } from '../addresses.server'
import { findContent } from '../queries.server'
import type { versions } from './contract'
import { findVersion, versionsOf } from './queries.server'

export const versionHandlers: Handlers<typeof versions> = {
  async getContentVersions({ db, brand, user, refuse }, { planContentId }) {
    if (!(await findContent(db, brand, planContentId))) return refuse('contentNotFound')
    const rows = await versionsOf(db, brand, planContentId)
    return { versions: rows.map(({ savedBy, ...one }) => ({ ...one, isMine: savedBy === user.uid })) }
  },

  async getContentVersion(context, { planContentId, versionId }) {
    const { db, brand, refuse } = context
    if (!(await findContent(db, brand, planContentId))) return refuse('contentNotFound')
    const found = (await findVersion(db, brand, planContentId, versionId)) ?? refuse('versionNotFound')
    const { text, imageUrls } = await bodyFor(context, { text: found.text, imageUrls: found.imageUrls ?? [] })
    const { name, description } = found
    const english = await englishFor(context, found.english)
    return { name, description, english, text, imageUrls: found.imageUrls && imageUrls }
  },
}
