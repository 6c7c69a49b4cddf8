import { becauseOf, fatesOf, kept, type PersonalData } from '#server/personal.ts'
import { goods, stockMoves } from './tables.server'

export const personalOfGoods: PersonalData = {
  columns: [
    fatesOf(goods, { editedBy: kept(becauseOf.record) }),
    fatesOf(stockMoves, { actorUid: kept(becauseOf.record), note: kept(becauseOf.club) }),
  ],
}
