export { SubscriberScreen as default } from '#membership/subscriptions/staff/SubscriberScreen.tsx'
