import { useConfig } from '../../client/useConfig'
import { useTenantUser } from './session'

/** Where fans see something of a brand: its path, and the whole address to hand on. Nothing while the brand is not known. */
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
