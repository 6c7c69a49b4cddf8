export { NewEventGoodsScreen as default } from '#shop/eventGoods/staff/NewEventGoodsScreen.tsx'
