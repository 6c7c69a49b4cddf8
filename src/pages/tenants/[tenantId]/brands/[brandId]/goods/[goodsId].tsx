import { portalPage } from '#office/portal/portalPage.tsx'
import { GoodsOrders } from '#shop/desk/GoodsOrders.tsx'
import { StaffDownloads } from '#shop/downloads/StaffDownloads.tsx'
import { GoodsScreen } from '#shop/goods/form/GoodsScreen.tsx'

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
