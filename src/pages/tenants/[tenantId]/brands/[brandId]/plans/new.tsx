export { NewPlanScreen as default } from '../../../../../../features/plans/NewPlanScreen'
