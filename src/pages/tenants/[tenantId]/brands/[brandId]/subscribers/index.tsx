import { SubscriberListScreen } from '#membership/subscriptions/staff/SubscriberListScreen.tsx'
import { portalPage } from '#office/portal/portalPage.tsx'

export default portalPage(SubscriberListScreen)
