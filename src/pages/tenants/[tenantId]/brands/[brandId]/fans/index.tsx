import { FanListScreen } from '#office/fans/FanListScreen.tsx'
import { portalPage } from '#office/portal/portalPage.tsx'

export default portalPage(FanListScreen)
