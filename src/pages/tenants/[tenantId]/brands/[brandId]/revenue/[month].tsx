import { RevenueMonthScreen } from '#money/payouts/revenue/RevenueMonthScreen.tsx'
import { portalPage } from '#office/portal/portalPage.tsx'

export default portalPage(RevenueMonthScreen)
