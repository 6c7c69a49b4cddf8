export const slugPattern = /^[a-z0-9-]{3,30}$/

/** Reserved slugs: words that are or may become fixed path segments (rule: access.slugs). */
const reservedSlugs = new Set(
  'me carts checkout pay plans fc en ja sandbox operator api login auth _next tenants admin v1 sample'.split(' '),
)

export const slugProblem = (slug: string): 'invalid' | 'reserved' | null => {
  if (!slugPattern.test(slug)) return 'invalid'
  return reservedSlugs.has(slug) ? 'reserved' : null
}

/** Accent of a brand that has chosen none; equal to `defaultAccent` of kit/color.ts. */
export const defaultAccentColor = '#5a3fd1'

/** Smaller member counts are not shown to visitors: single members could be identified, and a low number deters. */
export const minMembersShown = 10
