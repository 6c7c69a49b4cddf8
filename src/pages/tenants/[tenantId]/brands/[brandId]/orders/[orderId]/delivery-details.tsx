import { portalPage } from '#office/portal/portalPage.tsx'
import { DeliveryScreen } from '#shop/parcels/DeliveryScreen.tsx'

export default portalPage(DeliveryScreen)
