export { OrderListScreen as default } from '../../../../../../features/orders/staff/OrderListScreen'
