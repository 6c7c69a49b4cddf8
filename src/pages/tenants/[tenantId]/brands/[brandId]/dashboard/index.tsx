import { DashboardScreen } from '#office/dashboard/DashboardScreen.tsx'
import { portalPage } from '#office/portal/portalPage.tsx'

export default portalPage(DashboardScreen)
