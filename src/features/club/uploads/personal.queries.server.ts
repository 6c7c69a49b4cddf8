import { becauseOf, fatesOf, kept, type PersonalData } from '#server/personal.ts'
import { uploads } from './tables.server'

export const personalOfUploads: PersonalData = {
  columns: [fatesOf(uploads, { createdBy: kept(becauseOf.record), fileName: kept(becauseOf.club) })],
}
