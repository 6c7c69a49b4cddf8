import { JoinScreen } from '#office/club/JoinScreen.tsx'
import { portalPage } from '#office/portal/portalPage.tsx'

export default portalPage(JoinScreen)
