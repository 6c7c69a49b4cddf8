import { PayoutDeskScreen } from '#money/payouts/revenue/operator/PayoutDeskScreen.tsx'
import { portalPage } from '#office/portal/portalPage.tsx'

export default portalPage(PayoutDeskScreen)
