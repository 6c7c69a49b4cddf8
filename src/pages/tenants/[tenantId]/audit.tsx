import { AuditScreen } from '#club/audit/AuditScreen.tsx'
import { portalPage } from '#office/portal/portalPage.tsx'
import { acts } from '#program/acts.ts'

const AuditPage = () => <AuditScreen acts={acts} />

export default portalPage(AuditPage)
