import { portalPage } from '#office/portal/portalPage.tsx'
import { PickUpScreen } from '#shop/eventGoods/staff/PickUpScreen.tsx'

export default portalPage(PickUpScreen)
