import { ApplicationCards } from '../../features/applications/ApplicationCards'
import { TenantListScreen } from '../../features/tenants/TenantListScreen'

export default function TenantsPage() {
  return <TenantListScreen applications={<ApplicationCards />} />
}
