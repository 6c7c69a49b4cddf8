import { becauseOf, fatesOf, kept, type PersonalData } from '#server/personal.ts'
import { fulfillments } from './tables.server'

export const personalOfParcels: PersonalData = {
  columns: [fatesOf(fulfillments, { createdBy: kept(becauseOf.record), note: kept(becauseOf.club) })],
}
