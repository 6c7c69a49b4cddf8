export { DeliveryScreen as default } from '#shop/parcels/DeliveryScreen.tsx'
