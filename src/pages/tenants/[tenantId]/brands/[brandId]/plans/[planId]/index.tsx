import { PlanScreen } from '#membership/plans/form/PlanScreen.tsx'
import { PlanContents } from '#publishing/contents/list/PlanContents.tsx'

export default function PlanPage() {
  return <PlanScreen contents={(ids) => <PlanContents ids={ids} />} />
}
