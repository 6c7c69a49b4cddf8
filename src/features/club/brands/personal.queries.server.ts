import { becauseOf, fatesOf, kept, type PersonalData } from '#server/personal.ts'
import { brands } from './tables.server'

export const personalOfBrands: PersonalData = {
  columns: [
    fatesOf(brands, {
      editedBy: kept(becauseOf.record),
      legalNotice: kept('the law wants the seller named; the club changes it'),
      closingMessage: kept(becauseOf.club),
    }),
  ],
}
