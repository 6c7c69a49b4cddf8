/**
 * Lines of a field's current value, and whether the draft keeps each. Of equal lines, as many are kept as the draft
 * contains. Each line gets a unique key.
 */
export const linesBefore = (before: string, after: string): { key: string; text: string; stays: boolean }[] => {
  const left = new Map<string, number>()
  for (const line of after.split('\n')) left.set(line, (left.get(line) ?? 0) + 1)
  const seen = new Map<string, number>()
  return before.split('\n').map((text) => {
    const nth = seen.get(text) ?? 0
    seen.set(text, nth + 1)
    return { key: `${nth} ${text}`, text, stays: nth < (left.get(text) ?? 0) }
  })
}

type Event = { eventId: string; title: string }
type Offered = Event & { brandId: string; brandName: string }
/**
 * Events to choose from, brand by brand in the order of `brandIds`. Includes the chosen event even if this reader would
 * not be offered it.
 */
export const eventOptions = (
  offered: readonly Offered[],
  known: readonly Event[],
  chosen: string,
  brandIds: readonly string[],
): (Event & { brandName: string })[] => {
  const place = ({ brandId }: Offered) => brandIds.indexOf(brandId)
  const sorted = offered.toSorted((one, other) => place(one) - place(other))
  if (chosen === '' || offered.some(({ eventId }) => eventId === chosen)) return sorted
  const title = known.find(({ eventId }) => eventId === chosen)?.title ?? ''
  return [...sorted, { eventId: chosen, title, brandName: '' }]
}
