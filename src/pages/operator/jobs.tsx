import { FailedJobScreen } from '#office/failedJobs/operator/FailedJobScreen.tsx'
import { portalPage } from '#office/portal/portalPage.tsx'

export default portalPage(FailedJobScreen)
