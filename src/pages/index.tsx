import { HomeScreen } from '#office/portal/HomeScreen.tsx'
import { portalPage } from '#office/portal/portalPage.tsx'

export default portalPage(HomeScreen)
