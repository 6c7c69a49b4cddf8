import { useRouter } from 'next/router'
import type { Sort } from '#kit/list.ts'
import { usePaging } from './Pager'

const one = (value: string | string[] | undefined) => (typeof value === 'string' ? value : '')

/**
 * A list's parameters from the URL: its page, the search `q`, and `sort` when it is one of the
 * columns that can be sorted. Spread it into the payload: `useRead(plans.getPlans, ids && { ...ids, ...asked })`.
 */
export const useListQuery = <const Name extends string>(sorts: readonly Name[]) => {
  const { query } = useRouter()
  const { pagination } = usePaging()
  const q = one(query.q)
  const wanted = one(query.sort)
  const sort = sorts.flatMap((name): Sort<Name>[] => [name, `-${name}`]).find((name) => name === wanted)
  return { q, asked: { pagination, ...(q !== '' && { q }), ...(sort && { sort }) } }
}
