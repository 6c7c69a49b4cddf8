export { NewTenantScreen as default } from '#club/applications/form/NewTenantScreen.tsx'
