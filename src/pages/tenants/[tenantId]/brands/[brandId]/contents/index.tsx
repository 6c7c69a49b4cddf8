import { portalPage } from '#office/portal/portalPage.tsx'
import { ContentListScreen } from '#publishing/contents/list/ContentListScreen.tsx'

export default portalPage(ContentListScreen)
