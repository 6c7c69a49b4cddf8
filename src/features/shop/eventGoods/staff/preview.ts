import type { PublicGoodsDetail, ShownWindow } from '../../goods/contract'
import { previewOf } from '../../goods/form/values'
import { isPickedUpBy } from '../eventGoods'
import { isFor, openAt, type SaleWindow, saleOf, windowStateAt } from '../windows'
import type { EventGoodsValues } from './values'

/** The current form values, as a fan without a membership sees them; windows without an end are omitted. */
export const eventPreviewOf = (
  values: EventGoodsValues,
  known: { now: number; plans: PublicGoodsDetail['plans']; name: string },
): PublicGoodsDetail => {
  const { now, plans } = known
  const windows = values.windows.flatMap(({ startAt, endAt, ...one }): SaleWindow[] =>
    startAt === null || endAt === null ? [] : [{ ...one, startAt, endAt }],
  )
  const isOpenToAll = values.windows.some(({ audience }) => audience !== 'plans')
  const sale = windows.length > 0 ? saleOf(windows) : null
  const item = previewOf(
    {
      ...values,
      saleStartDateTime: sale?.saleStartAt ?? values.windows[0]?.startAt ?? null,
      saleEndDateTime: sale?.saleEndAt ?? null,
      audience: isOpenToAll ? 'public' : 'plans',
      planIds: isOpenToAll ? [] : values.windows.flatMap(({ planIds }) => planIds),
    },
    known,
  )
  const saleWindows = windows
    .toSorted((a, b) => a.startAt - b.startAt || a.endAt - b.endAt)
    .map(
      (window): ShownWindow => ({
        audience: window.audience,
        plans: window.audience === 'plans' ? plans.filter(({ planId }) => window.planIds.includes(planId)) : [],
        startAt: window.startAt,
        endAt: window.endAt,
        state: windowStateAt(window, now),
        isYours: isFor(window, new Set()),
      }),
    )
  const { salesStatus } = item.goodsStatus
  const isBetween = salesStatus !== 'endOfSale' && windows.length > 0 && openAt(windows, now).length === 0
  return {
    ...item,
    goodsStatus: { visibility: 'visible', salesStatus: isBetween ? 'beforeSale' : salesStatus },
    ...(saleWindows.length > 0 && { saleWindows }),
    ...(isPickedUpBy(values.delivery) && {
      pickUp: {
        venueName: values.pickUp.venueName,
        windows: values.pickUp.windows.flatMap(({ from, to }) => (from === null || to === null ? [] : [{ from, to }])),
        isChoice: values.delivery === 'both',
      },
    }),
    ...(item.goodsType === 'physicalGoods' &&
      values.delivery === 'pickUp' && {
        // Without shipping, the shop shows the venue in this text.
        shippingFee: 0,
        shippingTimeText: values.pickUp.venueName,
        isPickUp: true,
      }),
  }
}
