export { OperatorQueueScreen as default } from '../../features/applications/operator/OperatorQueueScreen'
