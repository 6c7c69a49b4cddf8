import type { GoodsValues, VariationValues } from './values'

/**
 * What was typed, over what is stored now. A stock is sent as a difference, which is taken from what is stored by then; a new row that
 * is stored meanwhile is that one; rows that somebody else has added stay, as a save hides those that it does not name.
 */
export const ontoStored = (mine: GoodsValues, stored: GoodsValues): GoodsValues => {
  const left = new Set(stored.variations)
  const own = new Set(mine.variations.map(({ variationId }) => variationId))
  const take = (wanted: (one: VariationValues) => boolean) => {
    const found = [...left].find(wanted)
    if (found) left.delete(found)
    return found
  }
  const rows = mine.variations.map((row) => {
    const { variationId, variationName, sku } = row
    const now = take((one) =>
      variationId === undefined
        ? !own.has(one.variationId) && one.variationName === variationName && one.sku === sku
        : one.variationId === variationId,
    )
    if (!now) return row
    const isTyped = (row.stock ?? row.was) !== row.was
    const { variationId: id, was, reserved, sold } = now
    return {
      ...row,
      ...(id !== undefined && { variationId: id }),
      was,
      reserved,
      sold,
      stock: isTyped ? row.stock : now.stock,
    }
  })
  return { ...mine, variations: [...rows, ...left] }
}
