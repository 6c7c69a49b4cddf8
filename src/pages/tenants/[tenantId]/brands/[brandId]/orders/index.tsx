import { portalPage } from '#office/portal/portalPage.tsx'
import { OrderListScreen } from '#shop/desk/OrderListScreen.tsx'

export default portalPage(OrderListScreen)
