/** The name of a club in a link to any of its pages, or the name alone; null where there is none. */
export const slugIn = (text: string): string | null => {
  const typed = text.normalize('NFKC').trim().toLowerCase()
  const slug = /(?:^|\/)fc\/([a-z0-9-]{3,30})(?:[/?#]|$)/.exec(typed)?.[1] ?? /^@?([a-z0-9-]{3,30})$/.exec(typed)?.[1]
  return slug ?? null
}
