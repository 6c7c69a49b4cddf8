import { NewTenantScreen } from '#club/applications/form/NewTenantScreen.tsx'
import { portalPage } from '#office/portal/portalPage.tsx'

export default portalPage(NewTenantScreen)
