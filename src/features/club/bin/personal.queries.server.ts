import { becauseOf, fatesOf, kept, type PersonalData } from '#server/personal.ts'
import { bin } from './tables.server'

export const personalOfBin: PersonalData = {
  columns: [fatesOf(bin, { deletedBy: kept(becauseOf.record) })],
}
