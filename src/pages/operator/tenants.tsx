export { OperatorQueueScreen as default } from '../../features/applications/OperatorQueueScreen'
