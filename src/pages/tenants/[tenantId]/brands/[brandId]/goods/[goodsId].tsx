import dynamic from 'next/dynamic'
import { portalPage } from '#office/portal/portalPage.tsx'
import { GoodsScreen } from '#shop/goods/form/GoodsScreen.tsx'

const GoodsOrders = dynamic(() => import('#shop/desk/GoodsOrders.tsx').then((m) => m.GoodsOrders), { ssr: false })
const StaffDownloads = dynamic(() => import('#shop/downloads/StaffDownloads.tsx').then((m) => m.StaffDownloads), {
  ssr: false,
})

const page = () => (
  <GoodsScreen
    sold={(ids, { goodsId, goodsType }) => (
      <>
        <GoodsOrders ids={ids} goodsId={goodsId} />
        {goodsType === 'digitalGoods' && <StaffDownloads ids={ids} of={{ goodsId }} />}
      </>
    )}
  />
)

export default portalPage(page)
