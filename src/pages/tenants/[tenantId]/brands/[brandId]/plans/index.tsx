export { PlanListScreen as default } from '../../../../../../features/plans/PlanListScreen'
