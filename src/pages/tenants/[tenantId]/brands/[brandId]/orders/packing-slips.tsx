export { PackingSlipsScreen as default } from '#shop/parcels/PackingSlipsScreen.tsx'
