export { GoodsListScreen as default } from '../../../../../../features/goods/GoodsListScreen'
