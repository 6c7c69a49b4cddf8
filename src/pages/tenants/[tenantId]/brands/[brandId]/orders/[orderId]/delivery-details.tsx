export { DeliveryScreen as default } from '../../../../../../../features/orders/fulfillments/DeliveryScreen'
