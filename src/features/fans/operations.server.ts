import type { Handlers } from '../../server/context'
import type { fans } from './contract'
import { findPerson, rememberPerson, saveProfile } from './queries.server'

export const fanHandlers: Handlers<typeof fans> = {
  async getMyProfile({ db, user, fan }) {
    const { displayName, icon } = (await findPerson(db, fan)) ?? { displayName: user.displayName, icon: user.photoURL }
    return { displayName, icon, email: user.email }
  },

  async updateMyProfile({ db, user, fan, locale, now }, { displayName, icon }) {
    await rememberPerson(db, user, { locale, now })
    await saveProfile(db, fan, { displayName, icon, now })
    return { displayName, icon, email: user.email }
  },
}
