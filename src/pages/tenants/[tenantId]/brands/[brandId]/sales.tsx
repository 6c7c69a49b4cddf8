import { portalPage } from '#office/portal/portalPage.tsx'
import { SalesScreen } from '#office/sales/SalesScreen.tsx'

export default portalPage(SalesScreen)
