export { FailedJobScreen as default } from '../../features/failedJobs/operator/FailedJobScreen'
