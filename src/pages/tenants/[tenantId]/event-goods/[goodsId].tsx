import { portalPage } from '#office/portal/portalPage.tsx'
import { GoodsOrders } from '#shop/desk/GoodsOrders.tsx'
import { EventGoodsScreen } from '#shop/eventGoods/staff/EventGoodsScreen.tsx'

const page = () => <EventGoodsScreen orders={(ids, goodsId) => <GoodsOrders ids={ids} goodsId={goodsId} />} />

export default portalPage(page)
