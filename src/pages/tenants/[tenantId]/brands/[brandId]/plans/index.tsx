export { PlanListScreen as default } from '#membership/plans/PlanListScreen.tsx'
