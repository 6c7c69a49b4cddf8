export { HomeScreen as default } from '../../../../../features/brands/home/HomeScreen'
