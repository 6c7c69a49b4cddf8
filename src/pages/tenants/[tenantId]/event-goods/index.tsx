import { portalPage } from '#office/portal/portalPage.tsx'
import { EventGoodsListScreen } from '#shop/eventGoods/staff/EventGoodsListScreen.tsx'

export default portalPage(EventGoodsListScreen)
