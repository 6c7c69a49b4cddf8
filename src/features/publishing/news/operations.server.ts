import { saveNotice } from '#club/push/queries.server.ts'
import type { Handlers } from '#server/context.ts'
import { readStopToken } from '#server/mail/stopToken.ts'
import { findContent } from '../contents/queries.server'
import type { memberNews } from './contract'
import { dropNotice, noticeOf, wantNotice } from './notice.queries.server'
import { mailSettingsOf, reachOf, saveMailSetting } from './queries.server'
import { tellWhenRead } from './work.server'

export const memberNewsHandlers: Handlers<typeof memberNews> = {
  async getMailSettings({ db, fan }) {
    return { brands: await mailSettingsOf(db, fan) }
  },

  async setNewsByMail({ db, brand, fan, refuse }, { isOn }) {
    const saved = await saveMailSetting(db, { ...brand, uid: fan.uid }, { newsByMail: isOn })
    return saved ? { newsByMail: isOn } : refuse('fanNotFound')
  },

  async setNotice({ db, brand, fan, refuse }, { kind, way, isOn }) {
    return (await saveNotice(db, { ...brand, uid: fan.uid }, kind, way, isOn)) ? {} : refuse('fanNotFound')
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

  async getContentNotice({ db, brand }, { planContentId }) {
    return { notice: await noticeOf(db, brand, planContentId) }
  },

  getContentReach: ({ db, brand, now }, { viewableBy, planIds }) =>
    reachOf(db, brand, { kind: 'content', planIds: viewableBy === 'allUsers' ? null : planIds, now }),

  async setContentNotice(context, { planContentId, isWanted }) {
    const { db, brand, user, now, refuse } = context
    const { content } = (await findContent(db, brand, planContentId)) ?? refuse('contentNotFound')
    if (isWanted) {
      await wantNotice(db, brand, planContentId, user.uid, now)
      await tellWhenRead(context, brand, content, now)
    } else await dropNotice(db, brand, planContentId)
    const notice = await noticeOf(db, brand, planContentId)
    if (!isWanted && notice) return refuse('alreadyTold')
    return { notice }
  },
}
