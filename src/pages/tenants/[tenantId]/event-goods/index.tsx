export { EventGoodsListScreen as default } from '#shop/eventGoods/staff/EventGoodsListScreen.tsx'
