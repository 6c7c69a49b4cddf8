import { SubscriberScreen } from '#membership/subscriptions/staff/SubscriberScreen.tsx'
import { portalPage } from '#office/portal/portalPage.tsx'

export default portalPage(SubscriberScreen)
