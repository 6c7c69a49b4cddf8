import { becauseOf, fatesOf, kept, type PersonalData } from '#server/personal.ts'
import { contentNotices } from './tables.server'

export const personalOfNews: PersonalData = {
  columns: [fatesOf(contentNotices, { wantedBy: kept(becauseOf.record) })],
}
