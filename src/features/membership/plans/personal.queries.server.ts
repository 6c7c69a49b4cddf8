import { becauseOf, fatesOf, kept, type PersonalData } from '#server/personal.ts'
import { plans } from './tables.server'

export const personalOfPlans: PersonalData = {
  columns: [fatesOf(plans, { editedBy: kept(becauseOf.record), archiveMessage: kept(becauseOf.club) })],
}
