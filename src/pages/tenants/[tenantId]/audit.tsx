export { AuditScreen as default } from '../../../features/audit/AuditScreen'
