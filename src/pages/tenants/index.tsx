export { TenantListScreen as default } from '../../features/tenants/TenantListScreen'
