export { PickUpScreen as default } from '#shop/eventGoods/staff/PickUpScreen.tsx'
