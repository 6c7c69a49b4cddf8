import { EventGoodsScreen } from '../../../../features/goods/event/EventGoodsScreen'
import { GoodsOrders } from '../../../../features/orders/staff/GoodsOrders'

const page = () => <EventGoodsScreen orders={(ids, goodsId) => <GoodsOrders ids={ids} goodsId={goodsId} />} />

export default page
