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
/** The events to choose from: the home brand's, and the one that is chosen, whichever brand's it is. */
export const eventOptions = (offered: readonly Event[], known: readonly Event[], chosen: string): Event[] => {
  if (chosen === '' || offered.some(({ eventId }) => eventId === chosen)) return [...offered]
  return [...offered, { eventId: chosen, title: known.find(({ eventId }) => eventId === chosen)?.title ?? '' }]
}
