import { RevenueScreen } from '#money/payouts/revenue/RevenueScreen.tsx'
import { portalPage } from '#office/portal/portalPage.tsx'

export default portalPage(RevenueScreen)
