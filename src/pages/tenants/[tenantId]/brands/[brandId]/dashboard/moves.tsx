import { MemberMovesScreen } from '#office/dashboard/MemberMovesScreen.tsx'
import { portalPage } from '#office/portal/portalPage.tsx'

export default portalPage(MemberMovesScreen)
