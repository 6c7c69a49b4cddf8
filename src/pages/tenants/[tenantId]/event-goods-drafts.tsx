import { portalPage } from '#office/portal/portalPage.tsx'
import { EventGoodsDraftsScreen } from '#shop/eventGoods/staff/EventGoodsDraftsScreen.tsx'

export default portalPage(EventGoodsDraftsScreen)
