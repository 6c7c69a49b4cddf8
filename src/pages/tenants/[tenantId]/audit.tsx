export { AuditScreen as default } from '#club/audit/AuditScreen.tsx'
