import { RequestScreen } from '#club/inquiries/staff/RequestScreen.tsx'
import { portalPage } from '#office/portal/portalPage.tsx'

export default portalPage(RequestScreen)
