export { HomeScreen as default } from '../features/portal/HomeScreen'
