import { StartScreen } from '#club/applications/StartScreen.tsx'
import { portalPage } from '#office/portal/portalPage.tsx'

export default portalPage(StartScreen)
