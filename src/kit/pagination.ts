import { z } from 'zod'

export const paginationRequest = z.object({ limit: z.int().min(1).max(100), offset: z.int().min(0).max(1_000_000) })
export type PaginationRequest = z.infer<typeof paginationRequest>

export const pagination = z.object({
  totalPage: z.int().min(1),
  perPage: z.int().min(1),
  currentPage: z.int().min(1),
  /** Total number of rows; the specification's three numbers alone cannot express "1-20 of 64". */
  totalCount: z.int().min(0),
})
export type Pagination = z.infer<typeof pagination>

/** A list without a `pagination` returns its newest 100 rows (rule: access.lists). */
export const everything: PaginationRequest = { limit: 100, offset: 0 }

/** Maximum of a total count: a larger figure is of no use, and counting would read every row. */
export const mostCounted = 10_000

/** An empty list still has one page. */
export const paginationOf = (totalCount: number, { limit, offset }: PaginationRequest): Pagination => ({
  totalPage: Math.max(1, Math.ceil(totalCount / limit)),
  perPage: limit,
  currentPage: Math.floor(offset / limit) + 1,
  totalCount,
})
