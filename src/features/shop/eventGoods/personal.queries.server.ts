import { becauseOf, fatesOf, kept, type PersonalData } from '#server/personal.ts'
import { eventGoodsDrafts } from './tables.server'

export const personalOfEventGoods: PersonalData = {
  columns: [
    fatesOf(eventGoodsDrafts, {
      authorUid: kept(becauseOf.record),
      decidedBy: kept(becauseOf.record),
      payload: kept(becauseOf.club),
      reason: kept(becauseOf.club),
    }),
  ],
}
