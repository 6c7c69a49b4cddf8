export { SubscriberScreen as default } from '../../../../../../features/subscriptions/staff/SubscriberScreen'
