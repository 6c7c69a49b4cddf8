import { becauseOf, fatesOf, kept, type PersonalData } from '#server/personal.ts'
import { labelSenders, trackingImports } from './files/tables.server'

export const personalOfDesk: PersonalData = {
  columns: [
    fatesOf(labelSenders, { sender: kept(becauseOf.club), billing: kept('how a carrier numbers the club') }),
    fatesOf(trackingImports, {
      createdBy: kept(becauseOf.record),
      fileName: kept(becauseOf.club),
      rows: kept('numbers of orders and parcels, and no names'),
    }),
  ],
}
