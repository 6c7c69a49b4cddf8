export { PlanScreen as default } from '../../../../../../../features/plans/form/PlanScreen'
