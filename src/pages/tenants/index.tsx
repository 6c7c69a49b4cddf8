import { ApplicationCards } from '#club/applications/ApplicationCards.tsx'
import { TenantListScreen } from '#office/club/TenantListScreen.tsx'

export default function TenantsPage() {
  return <TenantListScreen applications={<ApplicationCards />} />
}
