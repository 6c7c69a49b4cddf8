import { and, asc, eq, ne, notInArray, sql } from 'drizzle-orm'
import { exported, fatesOf, kept, mostCopied, own, type PersonalData } from '#server/personal.ts'
import { emptyForm } from './application'
import { applicationMessages, slugReservations, tenantApplications } from './tables.server'

const becameClub = 'an approved application belongs to the club that it opened; every other one is emptied'

export const personalOfApplications: PersonalData = {
  columns: [
    fatesOf(tenantApplications, {
      applicantUid: kept('says whose decided application it is; without the account only a uid'),
      applicantEmail: own,
      applicantName: own,
      form: exported(becameClub),
      reviewedForm: kept(becameClub),
      decision: kept('the decision of the platform, which it answers for'),
    }),
    fatesOf(applicationMessages, {
      authorUid: kept('says which side wrote; without the account only a uid'),
      body: exported(becameClub),
    }),
  ],

  async export(db, { uid }) {
    const applied = await db
      .select({
        applicationId: tenantApplications.applicationId,
        status: tenantApplications.status,
        applicantEmail: tenantApplications.applicantEmail,
        applicantName: tenantApplications.applicantName,
        form: tenantApplications.form,
        createdAt: tenantApplications.createdAt,
      })
      .from(tenantApplications)
      .where(eq(tenantApplications.applicantUid, uid))
      .limit(mostCopied)
    const written = await db
      .select({
        applicationId: applicationMessages.applicationId,
        body: applicationMessages.body,
        at: applicationMessages.at,
      })
      .from(applicationMessages)
      .where(and(eq(applicationMessages.authorUid, uid), eq(applicationMessages.author, 'applicant')))
      .orderBy(asc(applicationMessages.at))
      .limit(mostCopied)
    const messages = Map.groupBy(written, ({ applicationId }) => applicationId)
    return {
      applications: applied.map(({ applicationId, ...one }) => ({
        ...one,
        messages: (messages.get(applicationId) ?? []).map(({ body, at }) => ({ body, at })),
      })),
    }
  },

  async forget(db, { uid }) {
    const isApplicant = eq(tenantApplications.applicantUid, uid)
    await db.update(tenantApplications).set({ applicantEmail: '', applicantName: '' }).where(isApplicant)
    // The form of an approved application belongs to the club; every other one is emptied, and so is what was written to it.
    await db
      .update(tenantApplications)
      .set({ form: { ...emptyForm }, reviewedForm: null })
      .where(and(isApplicant, ne(tenantApplications.status, 'approved')))
    await db.execute(sql`update ${applicationMessages} set body = '' from ${tenantApplications} a
      where a.application_id = ${applicationMessages.applicationId} and a.applicant_uid = ${uid} and a.status <> 'approved'
        and ${applicationMessages.author} = 'applicant'`)
    await db
      .update(tenantApplications)
      .set({ status: 'withdrawn' })
      .where(and(isApplicant, notInArray(tenantApplications.status, ['approved', 'rejected'])))
    await db.execute(sql`delete from ${slugReservations} using ${tenantApplications} a
      where a.application_id = ${slugReservations.applicationId} and a.applicant_uid = ${uid} and a.status = 'withdrawn'`)
  },
}
