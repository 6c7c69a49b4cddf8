import { portalPage } from '#office/portal/portalPage.tsx'
import { EventListScreen } from '#publishing/events/EventListScreen.tsx'

export default portalPage(EventListScreen)
