export { NewEventGoodsScreen as default } from '../../../../features/goods/event/NewEventGoodsScreen'
