export { NewTenantScreen as default } from '../../features/applications/form/NewTenantScreen'
