export const slugPattern = /^[a-z0-9-]{3,30}$/

/** Words that stand at the same place in an address as a slug, now or later (architecture, section 10). */
const reservedSlugs = new Set(
  'me carts checkout pay plans fc en ja sandbox operator api login auth _next tenants admin v1 sample'.split(' '),
)

export const slugProblem = (slug: string): 'invalid' | 'reserved' | null => {
  if (!slugPattern.test(slug)) return 'invalid'
  return reservedSlugs.has(slug) ? 'reserved' : null
}

/** A brand that has not chosen a colour yet wears the product's own. */
export const defaultAccentColor = '#5a3fd1'

/** Members below this many are not told to visitors: a few could be known by name, and a small number invites nobody. */
export const fewestTold = 10
