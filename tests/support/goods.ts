import { uploads } from '#club/uploads/tables.server.ts'
import type { PayloadOf } from '#kit/contract.ts'
import { now } from '#server/clock.ts'
import { database, pool } from '#server/db.ts'
import { storage } from '#server/storage/storage.ts'
import { addresses } from '#shop/carts/addresses/contract.ts'
import { carts } from '#shop/carts/contract.ts'
import { exampleAddress } from '#shop/carts/mock.ts'
import { goods } from '#shop/goods/contract.ts'
import { exampleGoods, exampleVariation } from '#shop/goods/mock.ts'
import { ask, type club, newId, type Person, person } from './club'
import { told } from './payments'
import { issue, sessionIn, settled } from './shop'

export type Club = Awaited<ReturnType<typeof club>>
type Said = PayloadOf<(typeof goods)['createGoods']>

export const variation = exampleVariation

/** The example of goods, with other values. */
export const towel = (values: Partial<Said> = {}) => exampleGoods(now(), values)
export const wallpaper = (values: Partial<Said> = {}) =>
  towel({
    name: 'Wallpaper',
    price: 800,
    goodsType: 'digitalGoods',
    shippingFee: 0,
    shippingTimeText: '',
    variations: [variation(null)],
    ...values,
  })

/** A file of the brand's that has arrived, as the form names it afterwards. */
export const sentFile = async (of: { ids: { tenantId: string; brandId: string } }, name: string, bytes?: Buffer) => {
  const [mediaId, content] = [newId('media'), bytes ?? Buffer.from('%PDF-1.4 a picture')]
  const key = `private/${of.ids.tenantId}/${mediaId}.pdf`
  await storage().put(key, content, 'application/pdf')
  await database()
    .insert(uploads)
    .values({
      ...of.ids,
      mediaId,
      key,
      kind: 'goodsFile',
      fileName: name,
      contentType: 'application/pdf',
      size: content.length,
      state: 'ready',
      createdBy: 'staff',
      createdAt: now(),
    })
  return { mediaId, name }
}

export type Made = { goodsId: string; variationIds: string[]; variationId: string }
export const makeGoods = async (of: Club, values: Partial<Said> = {}): Promise<Made> => {
  const said = { ...of.ids, ...towel(values) } as Said
  const files = said.goodsType === 'digitalGoods' ? [await sentFile(of, 'picture.pdf')] : []
  const { goodsId } = await ask(goods.createGoods, { files, ...said }, of.owner)
  return madeOf(of, goodsId)
}
export const madeOf = async (of: Club, goodsId: string): Promise<Made> => {
  const found = await ask(goods.getGoods, { ...of.ids, goodsId }, of.owner)
  const variationIds = found.goods.variations.map(({ variationId }) => variationId)
  return { goodsId, variationIds, variationId: variationIds[0] ?? '' }
}

export const put = async (of: Club, fan: Person, made: Made, quantity = 1, variationId = made.variationId) =>
  (await ask(carts.addGoodsToCart, { ...of.ids, goodsId: made.goodsId, variationId, quantity }, fan)).cart

export const home = exampleAddress
export const newBuyer = async () => {
  const fan = await person()
  await ask(addresses.saveShippingAddress, home, fan)
  return fan
}

export const checkOut = (cartId: string, fan: Person) =>
  ask(carts.purchaseGoodsByCart, { cartId, returnPath: null }, fan)
export const payCart = async (cartId: string, fan: Person) => {
  const { sessionUrl } = await checkOut(cartId, fan)
  await told({ action: 'paySession', session: sessionIn(sessionUrl) })
  await settled()
  return sessionIn(sessionUrl)
}
export const voucherOf = async (cartId: string, fan: Person) => {
  const { sessionUrl } = await ask(carts.purchaseGoodsByCartByKonbini, { cartId }, fan)
  return issue(sessionUrl.split('/').at(-1) ?? '', fan)
}

type Figures = { initial: number; adjusted: number; available: number; reserved: number; sold: number }
export const stockOf = async (variationId: string): Promise<Figures> => {
  const { rows } = await pool().query(
    'select initial, adjusted, available, reserved, sold from goods_variations where variation_id = $1',
    [variationId],
  )
  return rows[0]
}

/**
 * What must hold of every variation at every moment (rule: A2): nothing is lost or sold twice, the figures are the sum
 * of their moves, and the orders say the same. Answers what is wrong.
 */
export const stockProblems = async (): Promise<unknown[]> => (await pool().query(stockCheck)).rows
export const stockCheck = `
    with moves as (
      select tenant_id, variation_id,
        coalesce(sum(quantity) filter (where reason = 'initial'), 0) as initial,
        coalesce(sum(quantity) filter (where reason = 'adjust'), 0) as adjusted,
        coalesce(sum(quantity) filter (where reason = 'reserve'), 0)
          - coalesce(sum(quantity) filter (where reason in ('release', 'sale')), 0) as reserved,
        coalesce(sum(quantity) filter (where reason = 'sale'), 0)
          - coalesce(sum(quantity) filter (where reason = 'restock'), 0) as sold
      from stock_moves group by 1, 2),
    ordered as (
      select l.tenant_id, l.variation_id,
        coalesce(sum(l.quantity) filter (where o.payment_state = 'awaitingPayment'), 0) as reserved,
        coalesce(sum(l.quantity) filter (where o.payment_state in ('paid', 'partiallyRefunded', 'refunded')
          and o.paid_at is not null), 0) as sold
      from order_lines l join orders o using (tenant_id, order_id) where l.variation_id is not null group by 1, 2),
    restocked as (
      select tenant_id, variation_id, sum(quantity) as pieces from stock_moves where reason = 'restock' group by 1, 2)
    select v.variation_id, v.initial, v.adjusted, v.available, v.reserved, v.sold, to_jsonb(m) as moves, to_jsonb(o) as ordered
    from goods_variations v
    left join moves m using (tenant_id, variation_id)
    left join ordered o using (tenant_id, variation_id)
    left join restocked r using (tenant_id, variation_id)
    where v.initial + v.adjusted <> v.available + v.reserved + v.sold
      or v.reserved < 0 or v.sold < 0 or (v.available < 0 and not v.is_unlimited)
      or v.initial <> coalesce(m.initial, 0) or v.adjusted <> coalesce(m.adjusted, 0)
      or v.reserved <> coalesce(m.reserved, 0) or v.sold <> coalesce(m.sold, 0)
      or v.reserved <> coalesce(o.reserved, 0) or v.sold <> coalesce(o.sold, 0) - coalesce(r.pieces, 0)`
