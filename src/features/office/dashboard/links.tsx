import { routes } from '#client/routes.ts'
import type { MoveKind } from '#membership/subscriptions/staff/subscriber.ts'
import type { SaleKind } from '#money/ledger/ledger.ts'

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
