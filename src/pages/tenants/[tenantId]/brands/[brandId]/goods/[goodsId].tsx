export { GoodsScreen as default } from '../../../../../../features/goods/form/GoodsScreen'
