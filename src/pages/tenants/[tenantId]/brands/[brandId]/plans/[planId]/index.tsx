import dynamic from 'next/dynamic'
import { PlanScreen } from '#membership/plans/form/PlanScreen.tsx'
import { portalPage } from '#office/portal/portalPage.tsx'

// Below the form.
const PlanContents = dynamic(() => import('#publishing/contents/list/PlanContents.tsx').then((m) => m.PlanContents), {
  ssr: false,
})

function PlanPage() {
  return <PlanScreen contents={(ids) => <PlanContents ids={ids} />} />
}

export default portalPage(PlanPage)
