import { NewPlanScreen } from '#membership/plans/form/NewPlanScreen.tsx'
import { portalPage } from '#office/portal/portalPage.tsx'

export default portalPage(NewPlanScreen)
