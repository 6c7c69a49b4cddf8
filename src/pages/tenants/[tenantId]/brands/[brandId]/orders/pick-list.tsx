import { portalPage } from '#office/portal/portalPage.tsx'
import { PickListScreen } from '#shop/parcels/PickListScreen.tsx'

export default portalPage(PickListScreen)
