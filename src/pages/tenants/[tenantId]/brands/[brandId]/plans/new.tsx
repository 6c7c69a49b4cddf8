export { NewPlanScreen as default } from '#membership/plans/form/NewPlanScreen.tsx'
