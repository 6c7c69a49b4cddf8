import { ArchivePlanScreen } from '#membership/plans/ArchivePlanScreen.tsx'
import { portalPage } from '#office/portal/portalPage.tsx'

export default portalPage(ArchivePlanScreen)
