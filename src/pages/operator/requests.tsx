import { OperatorRequestScreen } from '#club/inquiries/staff/OperatorRequestScreen.tsx'
import { portalPage } from '#office/portal/portalPage.tsx'

export default portalPage(OperatorRequestScreen)
