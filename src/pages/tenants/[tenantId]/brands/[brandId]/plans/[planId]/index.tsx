import { PlanScreen } from '#membership/plans/form/PlanScreen.tsx'
import { portalPage } from '#office/portal/portalPage.tsx'
import { PlanContents } from '#publishing/contents/list/PlanContents.tsx'

function PlanPage() {
  return <PlanScreen contents={(ids) => <PlanContents ids={ids} />} />
}

export default portalPage(PlanPage)
