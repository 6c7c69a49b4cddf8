import { AuditScreen } from '#club/audit/AuditScreen.tsx'
import { acts } from '#program/acts.ts'

const AuditPage = () => <AuditScreen acts={acts} />

export default AuditPage
