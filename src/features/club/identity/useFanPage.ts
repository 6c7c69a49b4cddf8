import { useConfig } from '#client/useConfig.ts'
import { useTenantUser } from './session'

/** Path and shareable URL of a brand's fan page; undefined until the brand is known. */
export const useFanPage = (brandId: string | undefined) => {
  const { user } = useTenantUser()
  const config = useConfig()
  const brand = user.state === 'authorized' && user.brands.find((one) => one.brandId === brandId)
  return <Ids extends object>(route: (ids: Ids & { brandSlug: string }) => string, ids: Ids) => {
    if (!brand) return undefined
    const href = route({ ...ids, brandSlug: brand.brandSlug })
    return { href, address: `${config?.publicOrigin ?? ''}${href}` }
  }
}
