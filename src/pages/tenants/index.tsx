import { ApplicationCards } from '#club/applications/ApplicationCards.tsx'
import { TenantListScreen } from '#club/tenants/TenantListScreen.tsx'

export default function TenantsPage() {
  return <TenantListScreen applications={<ApplicationCards />} />
}
