const segmenter = new Intl.Segmenter('ja', { granularity: 'grapheme' })

/** Signs as readers see them: an emoji of a family is one. */
export const graphemes = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment)

/** A sign is made of any number of characters; of these, at most so many for each. */
const charactersEach = 3

/**
 * At most `most` signs and three times as many characters, "…" at its end where something is left out; never a half of
 * a sign.
 */
export const shortened = (text: string, most: number): string => {
  const signs = graphemes(text)
  if (signs.length <= most && text.length <= most * charactersEach) return text
  let kept = ''
  for (const sign of signs.slice(0, most - 1)) {
    if (kept.length + sign.length >= most * charactersEach) break
    kept += sign
  }
  return `${kept.trimEnd()}…`
}

/** What a locked phone shows of a message: who says it, and of a name within the text so much that what happened stands there too. */
export const onLockScreen = { title: 40, name: 50, names: 80, body: 120 } as const
