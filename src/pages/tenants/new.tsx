export { NewTenantScreen as default } from '../../features/applications/NewTenantScreen'
