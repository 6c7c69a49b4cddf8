import type { Handlers } from '#server/context.ts'
import { readStopToken } from '#server/mail/stopToken.ts'
import type { memberNews } from './contract'
import { mailSettingsOf, saveMailSetting } from './queries.server'

export const memberNewsHandlers: Handlers<typeof memberNews> = {
  async getMailSettings({ db, fan }) {
    return { brands: await mailSettingsOf(db, fan) }
  },

  async setNewsByMail({ db, brand, fan, refuse }, { isOn }) {
    const saved = await saveMailSetting(db, { ...brand, uid: fan.uid }, { newsByMail: isOn })
    return saved ? { newsByMail: isOn } : refuse('fanNotFound')
  },

  async setEmailVisible({ db, brand, fan, refuse }, { isOn }) {
    const saved = await saveMailSetting(db, { ...brand, uid: fan.uid }, { isEmailVisible: isOn })
    return saved ? { isEmailVisible: isOn } : refuse('fanNotFound')
  },

  async stopNewsByMail({ db, refuse }, { token }) {
    const whose = readStopToken(token) ?? refuse('linkUnknown')
    const brand = await saveMailSetting(db, whose, { newsByMail: false })
    return brand ? { brand } : refuse('linkUnknown')
  },
}
