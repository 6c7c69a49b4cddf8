import { useMemo } from 'react'
import { useRouteIds } from '#client/routes.ts'
import { useRead } from '#client/useOperation.ts'
import { everything } from '#kit/pagination.ts'
import { contents } from './contract'

/** The newest published contents of the brand in the address, for its page; null while they are not known. */
export const usePinnableContents = () => {
  const ids = useRouteIds('tenantId', 'brandId')
  const read = useRead(
    contents.getPlanContentsWithPlans,
    ids && { ...ids, status: 'active', sort: '-publishingAt', pagination: everything },
  )
  const list = read.data?.planContents
  return useMemo(
    () => list?.map(({ planContentId, name, thumbnail }) => ({ id: planContentId, name, thumbnail })) ?? null,
    [list],
  )
}
