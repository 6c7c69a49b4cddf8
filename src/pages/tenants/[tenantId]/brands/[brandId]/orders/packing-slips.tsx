import { portalPage } from '#office/portal/portalPage.tsx'
import { PackingSlipsScreen } from '#shop/parcels/PackingSlipsScreen.tsx'

export default portalPage(PackingSlipsScreen)
