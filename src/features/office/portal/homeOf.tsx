import { routes } from '#client/routes.ts'
import type { BrandOfUser, TenantOfUser } from '#club/identity/identity.ts'

type SignedIn = {
  isOperator: boolean
  isFan: boolean
  tenants: readonly TenantOfUser[]
  brands: readonly BrandOfUser[]
}

/** Where somebody who is signed in is at home (rule: access.home). */
export const homeOf = ({ isOperator, isFan, tenants, brands }: SignedIn): string => {
  if (isOperator) return routes.operatorHome()
  const [only, ...others] = brands
  if (only && others.length === 0) return routes.brand(only)
  return isFan && tenants.length === 0 ? routes.myHome() : routes.tenants()
}
