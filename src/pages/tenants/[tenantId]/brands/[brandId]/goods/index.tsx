import { portalPage } from '#office/portal/portalPage.tsx'
import { GoodsListScreen } from '#shop/goods/GoodsListScreen.tsx'

export default portalPage(GoodsListScreen)
