export { BrandHomeScreen as default } from '../../../../../features/brands/BrandHomeScreen'
