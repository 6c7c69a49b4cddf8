export { TenantScreen as default } from '../../../features/tenants/TenantScreen'
