import { portalPage } from '#office/portal/portalPage.tsx'
import { NewEventGoodsScreen } from '#shop/eventGoods/staff/NewEventGoodsScreen.tsx'

export default portalPage(NewEventGoodsScreen)
