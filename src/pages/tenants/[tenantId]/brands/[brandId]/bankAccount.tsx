import { BankAccountScreen } from '#money/payouts/bankAccounts/BankAccountScreen.tsx'
import { portalPage } from '#office/portal/portalPage.tsx'

export default portalPage(BankAccountScreen)
