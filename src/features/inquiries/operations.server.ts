import type { Handlers } from '../../server/context'
import { mailJobs } from '../../server/mail/jobs.server'
import type { inquiries } from './contract'
import { inquiry } from './mails'
import { addressees, insertInquiry } from './queries.server'

export const inquiryHandlers: Handlers<typeof inquiries> = {
  async contactCreator({ db, brand, user, now, newId, origin, enqueue }, { fromName, from, subject, content }) {
    const said = { fromName, from, subject, content }
    await insertInquiry(db, brand, { ...said, inquiryId: newId('inquiry'), uid: user?.uid ?? null, createdAt: now })
    const { brandName, emails } = await addressees(db, brand)
    // Nobody has told in which language staff read: the club's own is Japanese.
    const reader = { origin, locale: 'ja' as const }
    const letter = inquiry(reader, { ...said, brandName })
    for (const to of emails) await enqueue(mailJobs.sendMail, { ...letter, to, locale: reader.locale, replyTo: from })
    return { success: true }
  },
}
