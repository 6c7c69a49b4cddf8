import { type BrandProfile, brands } from '#club/brands/contract.ts'
import type { AskAsVisitor } from '#server/rendering.ts'
import { memberFigures } from './contract'

/** The brand of a fan-facing address, or null where there is none. */
export const loadBrand = async (
  ask: AskAsVisitor,
  slug: unknown,
  locale: string | undefined,
): Promise<BrandProfile | null> => {
  if (typeof slug !== 'string') return null
  const found = await ask(brands.getBrandMetadataBySlug, { brandSlug: slug }, locale)
  if (!found.ok || found.data === null) return null
  const { tenantId, brandId } = found.data
  const profile = await ask(memberFigures.getPublicBrandProfile, { tenantId, brandId }, locale)
  return profile.ok ? profile.data : null
}
