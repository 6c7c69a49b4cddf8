import { asc, eq } from 'drizzle-orm'
import { exported, fatesOf, forgotten, kept, mostCopied, own, type PersonalData } from '#server/personal.ts'
import { releaseQuestions } from './queries.server'
import { inquiries, inquiryMessages } from './tables.server'

const correspondence = 'the correspondence belongs to both sides; who wrote it is no longer named'

export const personalOfInquiries: PersonalData = {
  columns: [
    fatesOf(inquiries, {
      uid: kept('says that it was written from an account; without it only a uid'),
      fromName: own,
      from: own,
      subject: exported(correspondence),
      content: exported(correspondence),
      assignedTo: forgotten,
    }),
    fatesOf(inquiryMessages, {
      uid: kept('says which of several wrote; without the account only a uid'),
      name: own,
      content: exported(correspondence),
    }),
  ],

  async export(db, { uid }) {
    const letters = await db
      .select({
        fromName: inquiries.fromName,
        from: inquiries.from,
        subject: inquiries.subject,
        content: inquiries.content,
        createdAt: inquiries.createdAt,
      })
      .from(inquiries)
      .where(eq(inquiries.uid, uid))
      .limit(mostCopied)
    const replies = await db
      .select({ name: inquiryMessages.name, content: inquiryMessages.content, at: inquiryMessages.at })
      .from(inquiryMessages)
      .where(eq(inquiryMessages.uid, uid))
      .orderBy(asc(inquiryMessages.at))
      .limit(mostCopied)
    return { letters, replies }
  },

  async forget(db, { uid, email }) {
    if (email !== '') await releaseQuestions(db, email)
    await db.update(inquiries).set({ fromName: '', from: '' }).where(eq(inquiries.uid, uid))
    await db.update(inquiryMessages).set({ name: '' }).where(eq(inquiryMessages.uid, uid))
  },
}
