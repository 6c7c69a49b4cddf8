export { SubscriberListScreen as default } from '../../../../../../features/subscriptions/staff/SubscriberListScreen'
