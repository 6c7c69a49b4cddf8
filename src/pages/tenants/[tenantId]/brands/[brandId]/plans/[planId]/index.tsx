export { PlanScreen as default } from '#membership/plans/form/PlanScreen.tsx'
