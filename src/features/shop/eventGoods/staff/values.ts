import { z } from 'zod'
import { englishValues } from '#kit/english.ts'
import { emptyGoods, type GoodsValues, type VariationValues, withStock } from '../../goods/form/values'
import type { GoodsType } from '../../goods/goods'
import { type EventGoodsSaid, eventGoodsSaid } from '../contract'
import { type Delivery, isPickedUpBy, isSentBy, problemOf } from '../eventGoods'
import type { WindowAudience } from '../windows'

export type WindowValues = {
  audience: WindowAudience
  planIds: string[]
  startAt: number | null
  endAt: number | null
}
/** Form values of event goods: those of all goods, and those of the event. */
export type EventGoodsValues = GoodsValues & {
  homeBrandId: string
  eventId: string
  /** In percent, by brand; null if the field is empty. */
  shares: { brandId: string; percent: number | null }[]
  delivery: Delivery
  pickUp: { venueName: string; windows: { from: number | null; to: number | null }[] }
  windows: WindowValues[]
}

type BrandRef = { brandId: string }
const percentsOf = (brands: readonly BrandRef[], said: EventGoodsSaid['shares']) =>
  brands.map(({ brandId }) => {
    const share = said.find((one) => one.brandId === brandId)?.share
    return { brandId, percent: share === undefined ? null : share / 100 }
  })

export const emptyEventGoods = (now: number, brands: readonly BrandRef[], homeBrandId: string): EventGoodsValues => ({
  ...emptyGoods(now),
  homeBrandId,
  eventId: '',
  shares: brands.map(({ brandId }) => ({ brandId, percent: brandId === homeBrandId ? 100 : null })),
  delivery: 'pickUp',
  pickUp: { venueName: '', windows: [{ from: null, to: null }] },
  windows: [{ audience: 'public', planIds: [], startAt: now, endAt: null }],
})

/** Digital goods have no stock field. */
export const goodsTypeOf = ({ delivery }: Pick<EventGoodsValues, 'delivery'>): GoodsType =>
  delivery === 'digital' ? 'digitalGoods' : 'physicalGoods'

type Upload = { mediaId: string; contentType: string; size: number }
type Stock = { variationId: string; available: number; reserved: number; sold: number }
/** `stock`: stock of the existing variations. */
export const eventValuesOf = (
  said: EventGoodsSaid,
  brands: readonly BrandRef[],
  { stock, uploads }: { stock: readonly Stock[]; uploads: readonly Upload[] },
): EventGoodsValues => ({
  ...emptyGoods(0),
  goodsType: goodsTypeOf(said),
  files: (said.files ?? []).map(({ fileId, mediaId, name }) => {
    const known = uploads.find((one) => one.mediaId === mediaId)
    return {
      ...(fileId !== undefined && { fileId }),
      mediaId,
      name,
      size: known?.size ?? 0,
      contentType: known?.contentType ?? '',
    }
  }),
  name: said.name,
  description: said.description,
  english: englishValues(said.english ?? {}, ['name', 'description']),
  price: said.price,
  salesType: said.salesType,
  maxPerPerson: said.maxPerPerson,
  isReducedTax: said.isReducedTax ?? false,
  thumbnails: said.thumbnails,
  shippingFee: said.shippingFee,
  shippingTimeText: said.shippingTimeText,
  variations: said.variations.map(({ stockChange, ...one }): VariationValues => {
    const known = stock.find(({ variationId }) => variationId === one.variationId)
    const was = known?.available ?? 0
    return {
      ...one,
      english: englishValues(one.english ?? {}, ['name']),
      ...(one.variationId !== undefined && { variationId: one.variationId }),
      stock: one.isUnlimited ? null : was + stockChange,
      was,
      reserved: known?.reserved ?? 0,
      sold: known?.sold ?? 0,
    } as VariationValues
  }),
  homeBrandId: said.homeBrandId,
  eventId: said.eventId ?? '',
  shares: percentsOf(brands, said.shares),
  delivery: said.delivery,
  pickUp: said.pickUp,
  windows: said.windows,
})

/** Payload of a save. Empty fields stay null, so that the schema refuses them. */
export const asSaid = (values: EventGoodsValues) => ({
  homeBrandId: values.homeBrandId,
  eventId: values.eventId === '' ? null : values.eventId,
  name: values.name,
  description: values.description,
  english: values.english,
  price: values.price,
  salesType: values.salesType,
  maxPerPerson: values.maxPerPerson,
  isReducedTax: values.delivery !== 'digital' && values.isReducedTax,
  thumbnails: values.thumbnails,
  variations: values.variations.map(({ stock, was, reserved: _, sold: __, ...one }) => ({
    ...one,
    stockChange: one.isUnlimited ? 0 : (stock ?? 0) - was,
  })),
  // The home brand comes first, because it gets the remainder of the split.
  shares: values.shares
    .flatMap(({ brandId, percent }) =>
      percent !== null && percent > 0 ? [{ brandId, share: Math.round(percent * 100) }] : [],
    )
    .toSorted((a, b) => Number(b.brandId === values.homeBrandId) - Number(a.brandId === values.homeBrandId)),
  delivery: values.delivery,
  shippingFee: isSentBy(values.delivery) ? values.shippingFee : 0,
  shippingTimeText: isSentBy(values.delivery) ? values.shippingTimeText : '',
  pickUp: isPickedUpBy(values.delivery) ? values.pickUp : { venueName: '', windows: [] },
  ...(values.delivery === 'digital' && {
    files: values.files.map(({ fileId, mediaId, name }) => ({
      ...(fileId !== undefined && { fileId }),
      mediaId,
      name,
    })),
  }),
  windows: values.windows.map((window) => ({ ...window, planIds: window.audience === 'plans' ? window.planIds : [] })),
})

export const eventGoodsForm = z.preprocess((values) => asSaid(values as EventGoodsValues), eventGoodsSaid)
/** Fields required for a review. */
export const submittedForm = z.preprocess(
  (values) => {
    const given = values as EventGoodsValues
    const all = asSaid(given)
    return { ...all, variations: withStock({ ...given, goodsType: goodsTypeOf(given) }, all.variations) }
  },
  eventGoodsSaid.superRefine((said, context) => {
    const problem = problemOf(said)
    if (problem) context.addIssue({ code: 'custom', path: problem.field.split('.'), params: { rule: problem.rule } })
  }),
)
