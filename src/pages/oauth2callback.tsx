import { OAuthCallbackScreen } from '#club/identity/OAuthCallbackScreen.tsx'
import { portalPage } from '#office/portal/portalPage.tsx'

export default portalPage(OAuthCallbackScreen, { frame: 'signIn' })
