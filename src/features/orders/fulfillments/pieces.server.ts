import { restock } from '../goods/settle.server'
import { linesOf, type OrderRow, orderById } from '../queries.server'
import type { Work } from '../work.server'
import { countPieces } from './queries.server'
import { settleGoods } from './state.server'

type Pieces = readonly { lineId: string; quantity: number }[]

/** The pieces of a refund that came to nothing are the buyer's again. */
export const takeBackPieces = async (work: Work, order: OrderRow, lines: Pieces): Promise<void> => {
  for (const { lineId, quantity } of lines) await countPieces(work.tx.db, order, lineId, { givenBack: -quantity })
  const seen = await orderById(work.tx.db, order.orderId)
  if (seen && lines.length > 0) await settleGoods(work, seen)
}

/** Pieces that went back can be sold again. */
export const restockPieces = async (work: Work, order: OrderRow, pieces: Pieces): Promise<void> => {
  const lines = new Map((await linesOf(work.tx.db, order)).map((line) => [line.lineId, line]))
  const back = pieces.flatMap(({ lineId, quantity }) => {
    const line = lines.get(lineId)
    return line ? [{ ...line, quantity }] : []
  })
  if (back.length > 0) await restock(work, order, back)
}
