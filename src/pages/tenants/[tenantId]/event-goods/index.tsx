export { EventGoodsListScreen as default } from '../../../../features/goods/event/EventGoodsListScreen'
