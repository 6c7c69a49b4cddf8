export { SubscriberListScreen as default } from '#membership/subscriptions/staff/SubscriberListScreen.tsx'
