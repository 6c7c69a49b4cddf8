import { newest, unreadOf } from '#club/notices/notice.ts'
import type { Handlers } from '#server/context.ts'
import type { notifications as contract } from './contract'
import { kindsOf, lookBack } from './notification'
import { happened } from './queries.server'
import { mailChoice, markSeen, saveMailChoice, seenBy } from './readers.queries.server'

export const notificationHandlers: Handlers<typeof contract> = {
  async getNotifications({ db, brand, member, user, now }) {
    const seenAt = await seenBy(db, brand, user.uid)
    const shown = newest(await happened(db, brand, kindsOf(member.role), { since: now - lookBack, now }))
    return {
      notifications: shown.map((one) => ({ ...one, isNew: unreadOf([one], seenAt) > 0 })),
      unread: unreadOf(shown, seenAt),
    }
  },

  async markNotificationsSeen({ db, brand, fan, now, refuse }, { until }) {
    const seenAt = Math.min(until, now)
    return (await markSeen(db, brand, fan, seenAt)) ? { seenAt } : refuse('clubNotFound')
  },

  async getNotificationSettings({ db, tenant, member, user }) {
    const chosen = await mailChoice(db, user.uid, tenant.tenantId)
    return { kinds: kindsOf(member.role).map((kind) => ({ kind, byMail: chosen.includes(kind) })) }
  },

  async saveNotificationSettings({ db, fan, refuse }, { tenantId, byMail }) {
    const kinds = [...new Set(byMail)]
    if (!(await saveMailChoice(db, fan, tenantId, kinds))) return refuse('clubNotFound')
    return { byMail: kinds }
  },
}
