/**
 * What a visitor wrote under a content before they signed in or signed up: kept in this tab, and sent once by the page that they came back
 * to. Goods that wait have a place of their own (waitingCart.ts), a love one without any script of its own (LoveButton).
 */
const key = 'tsudoi-comment'
const keptFor = 3_600_000

type Kept = { planContentId: string; text: string; until: number }

const kept = (): Partial<Kept> => {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '{}') ?? {}
  } catch {
    return {}
  }
}

export const keepComment = (planContentId: string, text: string) => {
  try {
    sessionStorage.setItem(key, JSON.stringify({ planContentId, text, until: Date.now() + keptFor } satisfies Kept))
  } catch {
    // Without storage the fan writes it again.
  }
}

/** The text that waits for this content; it is given once. */
export const takeComment = (planContentId: string): string | null => {
  const { planContentId: of, text, until = 0 } = kept()
  if (of !== planContentId || until < Date.now() || typeof text !== 'string') return null
  sessionStorage.removeItem(key)
  return text
}
