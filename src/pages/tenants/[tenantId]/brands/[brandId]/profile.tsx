export { ProfileScreen as default } from '../../../../../features/brands/ProfileScreen'
