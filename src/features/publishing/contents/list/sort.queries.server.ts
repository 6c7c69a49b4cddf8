import { and, asc, desc, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Sort } from '#kit/list.ts'
import { mostCounted, type PaginationRequest } from '#kit/pagination.ts'
import type { Instant } from '#kit/time.ts'
import { subquery } from '#server/db/subquery.ts'
import type { Brand, Db } from '#server/proven.ts'
import type { contentSorts } from '../contract'
import { contentCounts, contentViewTotals } from '../public/tables.server'
import { contents } from '../tables.server'
import { type ContentFilter, isOfPlan, passing, rowsOf } from './queries.server'

type Name = (typeof contentSorts)[number]
const columns = {
  name: contents.name,
  publishingAt: contents.publishingAt,
  editedAt: contents.editedAt,
  viewers: contentViewTotals.viewers,
  loves: contentCounts.loves,
  comments: contentCounts.comments,
}

/** Not counted yet. A value for each row: as a join PostgreSQL would read every content of the brand for a page of 20. */
const hasNoRowIn = (counts: typeof contentCounts | typeof contentViewTotals) =>
  subquery<boolean>`not coalesce((select true from ${counts}
    where ${counts.tenantId} = ${contents.tenantId} and ${counts.planContentId} = ${contents.planContentId}), false)`
const uncounted: { [of in Name]?: SQL } = {
  viewers: hasNoRowIn(contentViewTotals),
  loves: hasNoRowIn(contentCounts),
  comments: hasNoRowIn(contentCounts),
}

/**
 * In one order by a column, each made by an index. Where the column has no value (no time of publishing, nothing counted
 * yet) a second query reads the rest, the last edit first: a count that is missing is a zero, a missing time comes last.
 */
export const sortedList = async (
  db: Db,
  brand: Brand,
  { planId, ...filter }: ContentFilter,
  { sort, page, now }: { sort: Sort<Name>; page: PaginationRequest; now: Instant },
) => {
  const name = sort.replace('-', '') as Name
  const by = sort.startsWith('-') ? desc : asc
  const column = columns[name]
  // All drafts: the newest of them are not the first in another order.
  const narrowed = await passing(db, brand, { ...filter, planId: undefined }, { now, most: mostCounted })
  const passes = and(narrowed, planId === undefined ? undefined : isOfPlan(db, planId))
  const known = {
    which: isNotNull(column),
    order: [by(column), by(contents.planContentId)],
  }
  const isUncounted = uncounted[name]
  const rest = {
    which: isUncounted ?? isNull(column),
    order: [desc(contents.editedAt), desc(contents.planContentId)],
  }
  const part = ({ which, order }: { which: SQL; order: SQL[] }, limit: number, offset: number) =>
    rowsOf(db)
      .where(and(passes, which))
      .orderBy(...order)
      .limit(limit)
      .offset(offset)
  const [first, second] = isUncounted && by === asc ? [rest, known] : [known, rest]
  const rows = await part(first, page.limit, page.offset)
  if (rows.length === page.limit || name === 'name' || name === 'editedAt') return rows
  const before = rows.length > 0 ? page.offset : await countedTo(db, and(passes, first.which), page.offset)
  return [...rows, ...(await part(second, page.limit - rows.length, page.offset - before))]
}

/** How many contents pass, counted to `most`. */
const countedTo = async (db: Db, which: SQL | undefined, most: number): Promise<number> => {
  const some = rowsOf(db).where(which).limit(most).as('some')
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(some)
  return row?.count ?? 0
}
