import { useQueryValue } from '#client/routes.ts'
import { addTokyoMonths, day, startOfTokyoMonth, tokyoMonth } from '#kit/time.ts'
import { fulfillmentStates, orderKinds, paymentStates } from '#money/orders/order.ts'
import { useListQuery } from '#ui/table/useListQuery.ts'
import { useAmountsValue, useChoicesValue, useDaysValue } from '#ui/table/written.ts'
import { prefectures } from '../carts/addresses/prefectures'
import { providers } from '../parcels/fulfillment'
import { dateFields, orderNeeds, orderTabs } from './contract'

export const methods = ['card', 'konbini'] as const
export const mostYen = 99_999_999
export const periods = ['week', 'month', 'thisMonth', 'lastMonth'] as const

/** Rounded to whole hours and months, so that the query key stays the same while the page is open. */
const spanOf = (period: string): { from?: number; to?: number } => {
  const now = Date.now()
  const since = (days: number) => Math.floor((now - days * day) / 3_600_000) * 3_600_000
  const month = startOfTokyoMonth(tokyoMonth(now))
  if (period === 'week') return { from: since(7) }
  if (period === 'month') return { from: since(30) }
  if (period === 'thisMonth') return { from: month }
  return period === 'lastMonth' ? { from: addTokyoMonths(month, -1), to: month } : {}
}

const isId = (text: string) => /^[A-Za-z0-9_-]{1,64}$/.test(text)

/** The list's filter from the URL; null until the ids are known. */
export const useOrderFilter = (ids: { tenantId: string; brandId: string } | null) => {
  const [chosenTab, chosenKind, chosenMethod] = [useQueryValue('tab'), useQueryValue('kind'), useQueryValue('method')]
  const period = spanOf(useQueryValue('period'))
  const days = useDaysValue('from', 'to')
  const paymentState = useChoicesValue('payment', paymentStates)
  const fulfillmentState = useChoicesValue('fulfillment', fulfillmentStates)
  const eventId = useQueryValue('eventId')
  const [field, place, tracking, goodsId, late, uid, paid] = [
    useQueryValue('dateField'),
    useQueryValue('prefecture'),
    useQueryValue('tracking'),
    useQueryValue('goodsId'),
    useQueryValue('late'),
    useQueryValue('uid'),
    useQueryValue('paid'),
  ]
  const [chosenCarrier, chosenNeed] = [useQueryValue('carrier'), useQueryValue('needs')]
  const needs = orderNeeds.find((one) => one === chosenNeed)
  const carrier = providers.find((one) => one === chosenCarrier)
  const { from: shippedFrom, to: shippedTo } = useDaysValue('shippedFrom', 'shippedTo')
  const { from: amountFrom, to: amountTo } = useAmountsValue('amountFrom', 'amountTo', mostYen)
  const dateField = dateFields.find((one) => one === field)
  const prefecture = prefectures.find(({ ja }) => ja === place)?.ja
  const tab = orderTabs.find((one) => one === chosenTab) ?? 'all'
  const kind = orderKinds.find((one) => one === chosenKind)
  const method = methods.find((one) => one === chosenMethod)
  const { q } = useListQuery([])
  return (
    ids && {
      ...ids,
      tab,
      // Days that were written say more than a period that was chosen.
      ...(days.from !== undefined || days.to !== undefined ? days : period),
      ...(q !== '' && { q: [...q].slice(0, 100).join('') }),
      ...(kind && { kind }),
      ...(method && { method }),
      ...(dateField && { dateField }),
      ...(prefecture && { prefecture }),
      ...(isId(goodsId) && { goodsId }),
      ...(isId(eventId) && { eventId }),
      ...(paymentState.length > 0 && { paymentState }),
      ...(fulfillmentState.length > 0 && { fulfillmentState }),
      ...(isId(uid) && { uid }),
      ...(paid === 'only' && { isPaid: true as const }),
      ...((tracking === 'yes' || tracking === 'no') && { hasTracking: tracking === 'yes' }),
      ...(late === 'only' && { isLate: true }),
      ...(needs && { needs }),
      ...(shippedFrom !== undefined && { shippedFrom }),
      ...(shippedTo !== undefined && { shippedTo }),
      ...(carrier && { carrier }),
      ...(amountFrom !== undefined && { amountFrom }),
      ...(amountTo !== undefined && { amountTo }),
    }
  )
}
