export { JoinScreen as default } from '../../features/tenants/JoinScreen'
