import { AccountScreen } from '#office/accounts/AccountScreen.tsx'
import { portalPage } from '#office/portal/portalPage.tsx'

export default portalPage(AccountScreen)
