import { StaffDownloads } from '../../../../../../features/downloads/StaffDownloads'
import { GoodsScreen } from '../../../../../../features/goods/form/GoodsScreen'
import { GoodsOrders } from '../../../../../../features/orders/staff/GoodsOrders'

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

export default page
