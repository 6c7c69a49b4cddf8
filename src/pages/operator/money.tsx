import { portalPage } from '#office/portal/portalPage.tsx'
import { WaitingMoneyScreen } from '#office/waitingMoney/operator/WaitingMoneyScreen.tsx'

export default portalPage(WaitingMoneyScreen)
