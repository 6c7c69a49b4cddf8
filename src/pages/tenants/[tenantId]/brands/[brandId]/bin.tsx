import { BinPage } from '#office/bin/BinPage.tsx'
import { portalPage } from '#office/portal/portalPage.tsx'

export default portalPage(BinPage)
