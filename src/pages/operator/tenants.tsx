export { OperatorQueueScreen as default } from '#club/applications/operator/OperatorQueueScreen.tsx'
