export { TenantScreen as default } from '#club/tenants/TenantScreen.tsx'
