export { GoodsListScreen as default } from '#shop/goods/GoodsListScreen.tsx'
