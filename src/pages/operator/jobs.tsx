export { FailedJobScreen as default } from '#office/failedJobs/operator/FailedJobScreen.tsx'
