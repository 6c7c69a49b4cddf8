import { becauseOf, fatesOf, kept, type PersonalData } from '#server/personal.ts'
import { failedJobs } from './tables.server'

export const personalOfFailedJobs: PersonalData = {
  columns: [
    fatesOf(failedJobs, {
      data: kept('what the job is begun again with; emptied with the decision, gone after 30 days'),
      cause: kept('the error, for the operator who decides; gone after 30 days'),
      settledBy: kept(becauseOf.record),
    }),
  ],
}
