import { AuthInitScreen } from '#club/identity/AuthInitScreen.tsx'
import { portalPage } from '#office/portal/portalPage.tsx'

export default portalPage(AuthInitScreen, { frame: 'signIn' })
