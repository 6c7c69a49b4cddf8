import { portalPage } from '#office/portal/portalPage.tsx'
import { MonthListScreen } from '#publishing/backNumbers/MonthListScreen.tsx'

export default portalPage(MonthListScreen)
