import { IdentityDeskScreen } from '#money/payouts/bankAccounts/operator/IdentityDeskScreen.tsx'
import { portalPage } from '#office/portal/portalPage.tsx'

export default portalPage(IdentityDeskScreen)
