export { EventGoodsDraftsScreen as default } from '#shop/eventGoods/staff/EventGoodsDraftsScreen.tsx'
