import { becauseOf, fatesOf, kept, type PersonalData } from '#server/personal.ts'
import { trackingImports } from './files/tables.server'

export const personalOfDesk: PersonalData = {
  columns: [
    fatesOf(trackingImports, {
      createdBy: kept(becauseOf.record),
      fileName: kept(becauseOf.club),
      rows: kept('numbers of orders and parcels, and no names'),
    }),
  ],
}
