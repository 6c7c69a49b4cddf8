import { z } from 'zod'
import { englishValues } from '#kit/english.ts'
import { type AdminGoods, checkGoods, goodsFields, type PublicGoodsDetail } from '../contract'
import {
  type GoodsAudience,
  type GoodsType,
  goodsTypes,
  mostStock,
  type SalesType,
  type Visibility,
  visibilities,
} from '../goods'

export type VariationValues = {
  variationId?: string
  variationName: string
  english: { name: string }
  sku: string
  isUnlimited: boolean
  /** Stock as entered. `was` is the stock when loaded, so that only the difference is sent. */
  stock: number | null
  was: number
  reserved: number
  sold: number
  maxQuantity: number | null
  isStopped: boolean
  isHidden: boolean
}
/** Form values of goods. */
export type GoodsValues = {
  name: string
  description: string
  english: { name: string; description: string }
  price: number | null
  goodsType: GoodsType
  salesType: SalesType
  visibility: Visibility
  saleStartDateTime: number | null
  saleEndDateTime: number | null
  audience: GoodsAudience
  planIds: string[]
  maxPerPerson: number | null
  /** Goods that are sent or handed over only. */
  isReducedTax: boolean
  shippingFee: number | null
  shippingTimeText: string
  thumbnails: { url: string; alt: string }[]
  variations: VariationValues[]
  /** Digital goods only. */
  files: { fileId?: string; mediaId: string; name: string; size: number; contentType: string }[]
}

export const newVariation: VariationValues = {
  variationName: '',
  english: { name: '' },
  sku: '',
  isUnlimited: false,
  stock: null,
  was: 0,
  reserved: 0,
  sold: 0,
  maxQuantity: null,
  isStopped: false,
  isHidden: false,
}

export const emptyGoods = (now: number): GoodsValues => ({
  name: '',
  description: '',
  english: { name: '', description: '' },
  price: null,
  goodsType: 'physicalGoods',
  salesType: 'permanent',
  visibility: 'hidden',
  saleStartDateTime: now,
  saleEndDateTime: null,
  audience: 'public',
  planIds: [],
  maxPerPerson: null,
  isReducedTax: false,
  shippingFee: 500,
  shippingTimeText: '',
  thumbnails: [],
  variations: [newVariation],
  files: [],
})

export const valuesOf = (goods: AdminGoods): GoodsValues => ({
  name: goods.name,
  description: goods.description,
  english: englishValues(goods.english, ['name', 'description']),
  price: goods.price,
  goodsType: goods.goodsType,
  salesType: goods.salesType,
  visibility: goods.visibility,
  saleStartDateTime: goods.saleStartDateTime,
  saleEndDateTime: goods.saleEndDateTime,
  audience: goods.audience,
  planIds: goods.planIds,
  maxPerPerson: goods.maxPerPerson,
  isReducedTax: goods.isReducedTax,
  shippingFee: goods.shippingFee,
  shippingTimeText: goods.shippingTimeText,
  thumbnails: goods.thumbnails,
  variations: goods.variations.map(
    ({
      variationId,
      variationName,
      english,
      sku,
      isUnlimited,
      available,
      reserved,
      sold,
      maxQuantity,
      isStopped,
      isHidden,
    }) => ({
      variationId,
      variationName,
      english: englishValues(english, ['name']),
      sku,
      isUnlimited,
      stock: isUnlimited ? null : available,
      was: isUnlimited ? 0 : available,
      reserved,
      sold,
      maxQuantity,
      isStopped,
      isHidden,
    }),
  ),
  files: goods.files,
})

/** Payload of a save. Empty fields stay null, so that the schema refuses them; a missing price is one too low, which hides no other problem. */
const said = ({ visibility: _, goodsType, variations, files, price, ...values }: GoodsValues) => ({
  ...values,
  price: price ?? 0,
  ...(goodsType === 'digitalGoods' && {
    files: files.map(({ fileId, mediaId, name }) => ({ ...(fileId !== undefined && { fileId }), mediaId, name })),
  }),
  variations: variations.map(({ stock, was, reserved: _, sold: __, ...one }) => ({
    ...one,
    // An emptied field leaves the stock unchanged; 0 sets it to zero.
    stockChange: one.isUnlimited ? 0 : (stock ?? was) - was,
  })),
})
export const saidOf = (values: GoodsValues) => {
  const { saleStartDateTime, shippingFee, ...rest } = said(values)
  return { ...rest, saleStartDateTime: saleStartDateTime ?? 0, shippingFee: shippingFee ?? 0 }
}

const sent = z
  .object({ ...goodsFields, goodsType: z.enum(goodsTypes), visibility: z.enum(visibilities) })
  .superRefine((value, context) =>
    checkGoods(value, (field, rule) => context.addIssue({ code: 'custom', path: [field], params: { rule } })),
  )
/**
 * What is sent of rows that fans will see: a counted one without a number is given a change that no rule allows, so that the field is told
 * to be missing. Else it would be sold out as it is published.
 */
export const withStock = <Row extends { stockChange: number }>(
  { goodsType, salesType, variations }: Pick<GoodsValues, 'goodsType' | 'salesType' | 'variations'>,
  rows: readonly Row[],
): Row[] => {
  const isCounted = goodsType !== 'digitalGoods' && salesType !== 'builtToOrder'
  return rows.map((row, n) => {
    const given = variations[n]
    const lacks =
      isCounted && given?.variationId === undefined && given?.stock === null && !given.isUnlimited && !given.isHidden
    return lacks ? { ...row, stockChange: -mostStock - 1 } : row
  })
}
const asSent = (to: Visibility | null) => (values: unknown) => {
  const given = values as GoodsValues
  const visibility = to ?? given.visibility
  const all = said(given)
  return {
    ...all,
    goodsType: given.goodsType,
    visibility,
    ...(visibility === 'visible' && { variations: withStock(given, all.variations) }),
  }
}
/** The contract's rules, applied to the form values. */
export const goodsForm = z.preprocess(asSent(null), sent)
/** Fields required before fans may see it. */
export const visibleGoodsForm = z.preprocess(asSent('visible'), sent)

/** The current form values, as fans would see them. */
export const previewOf = (
  values: GoodsValues,
  { now, plans, name }: { now: number; plans: PublicGoodsDetail['plans']; name: string },
): PublicGoodsDetail => {
  const start = values.saleStartDateTime ?? now
  const shown = values.variations.filter(({ isHidden }) => !isHidden)
  const isEndless = values.goodsType === 'digitalGoods' || values.salesType === 'builtToOrder'
  // An empty field does not count as sold out.
  const isGone = (one: VariationValues) =>
    one.isStopped || (!isEndless && !one.isUnlimited && one.stock !== null && !(one.stock > 0))
  const salesStatus =
    now < start
      ? 'beforeSale'
      : values.saleEndDateTime !== null && now >= values.saleEndDateTime
        ? 'endOfSale'
        : shown.every(isGone)
          ? 'soldOut'
          : 'onSale'
  const common = {
    goodsId: 'preview',
    name: values.name || name,
    price: values.price !== null && values.price > 0 ? values.price : 0,
    goodsStatus: { visibility: 'visible' as const, salesStatus } as const,
    variations: shown.map((one, n) => ({
      variationId: one.variationId ?? `new${n}`,
      variationName: one.variationName,
      isSoldOut: isGone(one),
    })),
    thumbnails: values.thumbnails,
    description: values.description,
    salesType: values.salesType,
    saleStartDateTime: start,
    saleEndDateTime: values.saleEndDateTime,
    audience: values.audience,
    event: null,
    plans: values.audience === 'plans' ? plans.filter(({ planId }) => values.planIds.includes(planId)) : [],
  }
  return values.goodsType === 'physicalGoods'
    ? {
        ...common,
        goodsType: 'physicalGoods',
        shippingFee: values.shippingFee !== null && values.shippingFee > 0 ? values.shippingFee : 0,
        shippingTimeText: values.shippingTimeText,
      }
    : { ...common, goodsType: 'digitalGoods', purchaseInfo: { isPurchased: false } }
}
