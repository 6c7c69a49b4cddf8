export { TenantScreen as default } from '#office/club/TenantScreen.tsx'
