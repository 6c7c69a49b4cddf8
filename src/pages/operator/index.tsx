import { PlatformScreen } from '#office/platform/PlatformScreen.tsx'
import { portalPage } from '#office/portal/portalPage.tsx'

export default portalPage(PlatformScreen)
