/**
 * The lines of a field as it is sold now, each with whether the draft keeps it. Of equal lines as many stay as the draft has;
 * a key of its own tells each from the others.
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
 * The events to choose from, brand by brand in the order of `brandIds`, and the one that is chosen, though nobody offers it
 * to this reader.
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
