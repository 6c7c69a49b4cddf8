export { PackingSlipsScreen as default } from '../../../../../../features/orders/fulfillments/PackingSlipsScreen'
