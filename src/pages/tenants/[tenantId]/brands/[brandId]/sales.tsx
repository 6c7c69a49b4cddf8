export { SalesScreen as default } from '../../../../../features/sales/SalesScreen'
