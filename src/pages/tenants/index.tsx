import { ApplicationCards } from '#club/applications/ApplicationCards.tsx'
import { TenantListScreen } from '#office/club/TenantListScreen.tsx'
import { portalPage } from '#office/portal/portalPage.tsx'

function TenantsPage() {
  return <TenantListScreen applications={<ApplicationCards />} />
}

export default portalPage(TenantsPage)
