export { EventGoodsScreen as default } from '../../../../features/goods/event/EventGoodsScreen'
