import { PlanListScreen } from '#membership/plans/PlanListScreen.tsx'
import { portalPage } from '#office/portal/portalPage.tsx'

export default portalPage(PlanListScreen)
