import { routes } from '../../client/routes'
import type { SaleKind } from '../ledger/ledger'
import type { MoveKind } from '../subscriptions/staff/subscriber'

type Ids = { tenantId: string; brandId: string }
/** Days of Tokyo, both among them. */
export type Span = { from: string; to: string }

/** Where the rows of a figure are, and nothing but these. */
export const rowsOf = (ids: Ids) => ({
  /** Who was a member at the end of the span, and what they are worth: the same rows. */
  members: ({ to }: Span) => routes.subscribers(ids, { query: { asOf: to } }),
  moves: (kind: MoveKind, span: Span) => routes.memberMoves(ids, { query: { kind, ...span } }),
  sales: (span: Span, kind?: SaleKind) => routes.sales(ids, { query: { ...span, ...(kind && { kind }) } }),
})
