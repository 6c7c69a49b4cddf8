import type { Handlers } from '#server/context.ts'
import { clubsOfFan } from '../fans/clubs.queries.server'
import { rememberPerson } from '../fans/queries.server'
import type { notices as contract } from './contract'
import { lookBack, mostClubs, type Notice, newest, unreadOf } from './notice'
import { markNoticesSeen, markSeenByFan, noticesSeenBy } from './queries.server'

export const noticeHandlers: Handlers<typeof contract> = {
  async getMyNotices({ db, fan, locale, now, ports }) {
    const clubs = await clubsOfFan(db, fan, now, { limit: mostClubs })
    const asked = { clubs, since: now - lookBack, locale, now }
    const found: Notice[] = []
    for (const happened of ports.fanNotices) found.push(...(await happened(db, fan, asked)))
    const seenAt = await noticesSeenBy(db, fan)
    const shown = newest(found)
    return {
      notices: shown.map((one) => ({ ...one, isNew: unreadOf([one], seenAt) > 0 })),
      unread: unreadOf(shown, seenAt),
    }
  },

  async markMyNoticesSeen({ db, user, fan, locale, now }, { until }) {
    const seenAt = Math.min(until, now)
    await rememberPerson(db, user, { locale, now })
    await markNoticesSeen(db, fan, seenAt)
    return { seenAt }
  },

  async markClubSeen({ db, brand, fan, now }) {
    await markSeenByFan(db, brand, fan, now)
    return {}
  },
}
