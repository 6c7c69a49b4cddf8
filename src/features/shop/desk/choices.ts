type Choice = { value: string; label: string }
type Goods = { goodsId: string; name: string }
type OwnEvent = { eventId: string; title: string }

/** The shop's goods, and what this brand sells for events. */
export const goodsChoices = (ofShop: readonly Goods[], ofEvents: readonly Goods[]): Choice[] =>
  [...ofShop, ...ofEvents].map(({ goodsId, name }) => ({ value: goodsId, label: name || goodsId }))

/** Goods may be for another brand's event, which is named with its brand; of many, the brand's own all stand here. */
export const eventChoices = (
  brandId: string,
  own: readonly OwnEvent[],
  all: readonly (OwnEvent & { brandId: string; brandName: string })[],
): Choice[] => {
  const known = new Set(all.map(({ eventId }) => eventId))
  const unnamed = own.filter(({ eventId }) => !known.has(eventId))
  return [...all, ...unnamed.map((one) => ({ ...one, brandId, brandName: '' }))].map((one) => ({
    value: one.eventId,
    label: [one.title || one.eventId, one.brandId === brandId ? '' : one.brandName].filter(Boolean).join(' · '),
  }))
}
