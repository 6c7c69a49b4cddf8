export { NewPlanScreen as default } from '../../../../../../features/plans/form/NewPlanScreen'
