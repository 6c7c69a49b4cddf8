import { portalPage } from '#office/portal/portalPage.tsx'
import { FilesScreen } from '#shop/desk/files/FilesScreen.tsx'

export default portalPage(FilesScreen)
