export { PickListScreen as default } from '#shop/parcels/PickListScreen.tsx'
