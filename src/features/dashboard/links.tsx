import { routes } from '../../client/routes'
import type { SaleKind } from '../ledger/ledger'
import type { MoveKind } from '../subscriptions/staff/subscriber'

type Ids = { tenantId: string; brandId: string }
/** Days in Tokyo time, both inclusive. */
export type Span = { from: string; to: string }

/** Links to exactly the rows behind each figure. */
export const rowsOf = (ids: Ids) => ({
  /** Members at the end of the span; the same rows are behind their number and their monthly revenue. */
  members: ({ to }: Span) => routes.subscribers(ids, { query: { asOf: to } }),
  moves: (kind: MoveKind, span: Span) => routes.memberMoves(ids, { query: { kind, ...span } }),
  sales: (span: Span, kind?: SaleKind) => routes.sales(ids, { query: { ...span, ...(kind && { kind }) } }),
})
