import dynamic from 'next/dynamic'
import { portalPage } from '#office/portal/portalPage.tsx'
import { EventGoodsScreen } from '#shop/eventGoods/staff/EventGoodsScreen.tsx'

const GoodsOrders = dynamic(() => import('#shop/desk/GoodsOrders.tsx').then((m) => m.GoodsOrders), { ssr: false })

const page = () => <EventGoodsScreen orders={(ids, goodsId) => <GoodsOrders ids={ids} goodsId={goodsId} />} />

export default portalPage(page)
