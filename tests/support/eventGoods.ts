import { brands } from '#club/brands/tables.server.ts'
import { now } from '#server/clock.ts'
import { database, pool } from '#server/db.ts'
import { type EventGoodsSaid, eventGoods } from '#shop/eventGoods/contract.ts'
import { addMember, ask, newId, type Person, person } from './club'
import { tourShirt } from './eventGoodsScene'
import type { Club } from './goods'

/** An event that says no more than it has to. */
export const tour = {
  title: 'Winter tour',
  catchCopy: '',
  description: '',
  keyVisualUrl: '',
  eventType: 'live' as const,
  performers: [],
  performerLine: '',
  schedules: [],
  audience: 'public' as const,
  planIds: [],
  contact: '',
  notes: '',
}

export const secondBrand = async (of: Club) => {
  const brandId = newId('brand')
  await database()
    .insert(brands)
    .values({
      tenantId: of.tenantId,
      brandId,
      slug: brandId.replace('brand_', 'b-'),
      name: 'Minato',
      thumbnail: '',
      icon: '',
      description: '',
      accentColor: '#2f6f8f',
      links: [],
      legalNotice: 'Seller: Hoshi Club',
      createdAt: now(),
      editedAt: now(),
    })
  return brandId
}
export const editorOf = async (of: Club) => {
  const editor = await person()
  await addMember(of.tenantId, editor, 'editor')
  return editor
}
export const draftIn = async (of: Club, by: Person, values: Partial<EventGoodsSaid> = {}, goodsId?: string) => {
  const said = tourShirt(of.ids, now(), values)
  const { tenantId } = of
  const { draftId } = await ask(eventGoods.saveEventGoodsDraft, { tenantId, said, ...(goodsId && { goodsId }) }, by)
  await ask(eventGoods.submitEventGoodsDraft, { tenantId, draftId }, by)
  return draftId
}
/** Written by an editor, approved by the owner and published. */
export const onSale = async (of: Club, values: Partial<EventGoodsSaid> = {}) => {
  const { tenantId } = of
  const draftId = await draftIn(of, await editorOf(of), values)
  const { goodsId } = await ask(eventGoods.approveEventGoodsDraft, { tenantId, draftId }, of.owner)
  await ask(eventGoods.publishEventGoods, { tenantId, goodsId }, of.owner)
  const { said } = await ask(eventGoods.getEventGoods, { tenantId, goodsId }, of.owner)
  const variationIds = said.variations.flatMap(({ variationId }) => (variationId ? [variationId] : []))
  return { goodsId, variationIds, variationId: variationIds[0] ?? '' }
}
export const orderOf = async (fan: Person) => {
  const { rows } = await pool().query(
    'select order_id, order_number from orders where uid = $1 order by placed_at desc limit 1',
    [fan.uid],
  )
  return rows[0] as { order_id: string; order_number: string }
}
