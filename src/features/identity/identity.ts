const bases = ['/tenants/', '/fc/']
const withoutLanguage = (path: string) => (path.startsWith('/en/') ? path.slice(3) : path)

/**
 * Where to go after signing in: a path of this site under /tenants/ or /fc/, its language prefix kept, else the home
 * page. A trust boundary: the value comes from an address that anybody can write.
 */
export const safeRedirect = (value: unknown): string => {
  if (typeof value !== 'string' || value.length > 2000) return '/'
  // Browsers drop tabs and line breaks and take a backslash for a slash, so `/\evil` and `/\t/evil` leave the site.
  if (!/^\/(?![/\\])[^\p{Cc}\\\s]*$/u.test(value)) return '/'
  const here = 'https://here.invalid'
  const url = URL.parse(value, here)
  if (!url || url.origin !== here) return '/'
  // After parsing: `/tenants/../login` has become what it means. Encoded slashes and dots stay encoded, which no page of ours wants.
  if (/%(2f|5c|2e|00|0a|0d|09)/i.test(url.pathname) || url.pathname.includes('//')) return '/'
  return bases.some((base) => withoutLanguage(url.pathname).startsWith(base))
    ? url.pathname + url.search + url.hash
    : '/'
}

/** The guard adds the way back only for paths under /tenants/ (specification, section 4). */
export const loginRedirect = (path: string): string | undefined =>
  path.startsWith('/tenants/') || path.startsWith('/en/tenants/') ? path : undefined

export type MeBrand = { firestoreId: string; name: string; coverThumbnail: string; brandSlug: string }
export type Me = {
  tenants: readonly { firestoreId: string; name: string; brands: readonly MeBrand[] }[]
  isOperator: boolean
}

/** Specification, section 3. */
export type TenantOfUser = { tenantId: string; name: string; brandIds: string[] }
export type BrandOfUser = {
  tenantId: string
  brandId: string
  brandName: string
  brandThumbnail: string
  brandSlug: string
}

export const tenantsOf = ({ tenants }: Me): TenantOfUser[] =>
  tenants.map(({ firestoreId, name, brands }) => ({
    tenantId: firestoreId,
    name,
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

/** Whether somebody comes from the fan-facing pages: they are spoken to as a fan. */
const isFromFanPages = (redirectTo: string): boolean => withoutLanguage(safeRedirect(redirectTo)).startsWith('/fc/')

/** Pages of fans that belong to no brand. */
const ofNoBrand = new Set(['me', 'carts', 'checkout', 'pay'])
/** The brand from whose page somebody comes; null where it is none's. */
const brandOfPath = (path: string): string | null => {
  const slug = /^\/fc\/([a-z0-9-]{3,30})(?:[/?#]|$)/.exec(withoutLanguage(safeRedirect(path)))?.[1]
  return slug === undefined || ofNoBrand.has(slug) ? null : slug
}

/**
 * Who a login speaks to, by the way back that its address names: `portal`, `fc`, or `fc/<slug>` for fans of a brand. All that
 * the page depends on, so that one rendering serves everybody who comes the same way.
 */
export const signInFrom = (redirectTo: unknown): string => {
  const path = safeRedirect(redirectTo)
  const slug = brandOfPath(path)
  return slug !== null ? `fc/${slug}` : isFromFanPages(path) ? 'fc' : 'portal'
}
