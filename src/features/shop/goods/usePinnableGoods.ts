import { useMemo } from 'react'
import { useRouteIds } from '#client/routes.ts'
import { useRead } from '#client/useOperation.ts'
import { everything } from '#kit/pagination.ts'
import { goods } from './contract'

/** The newest public goods of the brand in the address, for its page; null while they are not known. */
export const usePinnableGoods = () => {
  const ids = useRouteIds('tenantId', 'brandId')
  const read = useRead(goods.getGoodsList, ids && { ...ids, sort: '-createdAt', pagination: everything })
  const list = read.data?.goodsList
  return useMemo(() => {
    const visible = list?.filter(({ visibility }) => visibility === 'visible')
    return visible?.map(({ goodsId, name, thumbnail }) => ({ id: goodsId, name, thumbnail })) ?? null
  }, [list])
}
