import { OperatorQueueScreen } from '#club/applications/operator/OperatorQueueScreen.tsx'
import { portalPage } from '#office/portal/portalPage.tsx'

export default portalPage(OperatorQueueScreen)
