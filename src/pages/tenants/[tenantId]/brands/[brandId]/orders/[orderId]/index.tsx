export { OrderScreen as default } from '../../../../../../../features/orders/staff/OrderScreen'
