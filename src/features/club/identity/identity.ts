import type { Role } from '#kit/contract.ts'

const bases = ['/tenants/', '/fc/']
const withoutLanguage = (path: string) => (path.startsWith('/en/') ? path.slice(3) : path)

/**
 * Target after signing in: a path of this site under /tenants/ or /fc/, with its language prefix, else the home page.
 * Security boundary: anybody can write the value into a URL.
 */
export const safeRedirect = (value: unknown): string => {
  if (typeof value !== 'string' || value.length > 2000) return '/'
  // Browsers drop tabs and line breaks and take a backslash for a slash, so `/\evil` and `/\t/evil` leave the site.
  if (!/^\/(?![/\\])[^\p{Cc}\\\s]*$/u.test(value)) return '/'
  const here = 'https://here.invalid'
  const url = URL.parse(value, here)
  if (!url || url.origin !== here) return '/'
  // After parsing, `/tenants/../login` is resolved. Encoded slashes and dots are not, so they are refused: no page of
  // ours uses them.
  // Brackets are the pattern of a page, which no address is.
  if (/%(2f|5c|2e|00|0a|0d|09|5b|5d)|[[\]]|\/\//i.test(url.pathname)) return '/'
  return bases.some((base) => withoutLanguage(url.pathname).startsWith(base))
    ? url.pathname + url.search + url.hash
    : '/'
}

/** The guard adds `redirect_to` only for paths under /tenants/ (rule: access.guard). */
export const loginRedirect = (path: string): string | undefined =>
  path.startsWith('/tenants/') || path.startsWith('/en/tenants/') ? path : undefined

export type MeBrand = { firestoreId: string; name: string; coverThumbnail: string; brandSlug: string }
export type Me = {
  tenants: readonly { firestoreId: string; name: string; role: Role; brands: readonly MeBrand[] }[]
  isOperator: boolean
  isFan: boolean
}

/** Rule: access.guard. */
export type TenantOfUser = { tenantId: string; name: string; role: Role; brandIds: string[] }
export type BrandOfUser = {
  tenantId: string
  brandId: string
  brandName: string
  brandThumbnail: string
  brandSlug: string
}

export const tenantsOf = ({ tenants }: Me): TenantOfUser[] =>
  tenants.map(({ firestoreId, name, role, brands }) => ({
    tenantId: firestoreId,
    name,
    role,
    brandIds: brands.map((brand) => brand.firestoreId),
  }))

export const brandsOf = ({ tenants }: Me): BrandOfUser[] =>
  tenants.flatMap((tenant) =>
    tenant.brands.map((brand) => ({
      tenantId: tenant.firestoreId,
      brandId: brand.firestoreId,
      brandName: brand.name,
      brandThumbnail: brand.coverThumbnail,
      brandSlug: brand.brandSlug,
    })),
  )

/** Whether the login was opened from a fan page. */
const isFromFanPages = (redirectTo: string): boolean => withoutLanguage(safeRedirect(redirectTo)).startsWith('/fc/')

/** First path segments of fan pages without a brand. */
const ofNoBrand = new Set(['me', 'carts', 'checkout', 'pay'])
/** Slug of the brand that a path of this site is of; null if there is none. */
export const brandOfPath = (path: string): string | null => {
  const slug = /^\/fc\/([a-z0-9-]{3,30})(?:[/?#]|$)/.exec(withoutLanguage(safeRedirect(path)))?.[1]
  return slug === undefined || ofNoBrand.has(slug) ? null : slug
}

/** The cart of a visitor who wants to buy what lies in it. */
const isWaitingCart = (path: string): boolean =>
  /^\/fc\/carts\?(?:[^#]*&)?join=true(?:[&#]|$)/.test(withoutLanguage(path))

/**
 * Audience of a login by its `redirect_to`: `portal`, `fc`, `fc/<slug>` for fans of a brand, or `fc/<slug>/new` for who wants to
 * join it and has no account yet, `fc/carts/new` for who wants to buy what lies in this browser's cart. The page depends on
 * nothing else, so one cached rendering serves all users with the same audience.
 */
export const signInFrom = (redirectTo: unknown): string => {
  const path = safeRedirect(redirectTo)
  if (isWaitingCart(path)) return 'fc/carts/new'
  const slug = brandOfPath(path)
  if (slug === null) return isFromFanPages(path) ? 'fc' : 'portal'
  return `fc/${slug}${/[?&]join=true(&|$)/.test(path) ? '/new' : ''}`
}
