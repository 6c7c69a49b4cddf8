import { TenantScreen } from '#office/club/TenantScreen.tsx'
import { portalPage } from '#office/portal/portalPage.tsx'

export default portalPage(TenantScreen)
