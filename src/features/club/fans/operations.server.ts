import type { Handlers } from '#server/context.ts'
import type { fans } from './contract'
import { iconFolderOf, iconKeyOf } from './icon.server'
import { fanJobs } from './jobs.server'
import { findPerson, rememberPerson, saveProfile } from './queries.server'

export const fanHandlers: Handlers<typeof fans> = {
  async getMyProfile({ db, user, fan }) {
    const { displayName, icon } = (await findPerson(db, fan)) ?? { displayName: user.displayName, icon: user.photoURL }
    return { displayName, icon, email: user.email }
  },

  async updateMyProfile({ db, enqueue, user, fan, locale, now }, { displayName, icon }) {
    await rememberPerson(db, user, { locale, now })
    const before = (await findPerson(db, fan))?.icon ?? ''
    await saveProfile(db, fan, { displayName, icon, now })
    const key = icon === before ? null : iconKeyOf(fan.uid, before)
    if (key) await enqueue(fanJobs.removeIcon, { key })
    return { displayName, icon, email: user.email }
  },

  async uploadMyIcon(context, { contentType, data }) {
    const { transaction, storage, pictures, user, fan, locale, now, newId, refuse } = context
    const picture =
      (await pictures.readPicture(Buffer.from(data, 'base64'), contentType)) ?? refuse('pictureUnreadable')
    const key = `${iconFolderOf(fan.uid)}/${newId('media')}.${contentType.slice('image/'.length)}`
    // A file left over after a crash is deleted with the account.
    await pictures.putPicture(key, picture)
    const icon = storage.publicUrl(key)
    const displayName = await transaction(async ({ db, enqueue }) => {
      await rememberPerson(db, user, { locale, now })
      const person = await findPerson(db, fan)
      const name = person?.displayName ?? user.displayName
      await saveProfile(db, fan, { displayName: name, icon, now })
      const before = iconKeyOf(fan.uid, person?.icon ?? '')
      if (before) await enqueue(fanJobs.removeIcon, { key: before })
      return name
    })
    return { displayName, icon, email: user.email }
  },
}
