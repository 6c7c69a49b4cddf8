import { DisputesScreen } from '#office/platform/DisputesScreen.tsx'
import { portalPage } from '#office/portal/portalPage.tsx'

export default portalPage(DisputesScreen)
