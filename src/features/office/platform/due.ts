/** What waits for those who run the platform, most urgent first. */
export const dueKinds = [
  'disputes',
  'unallocated',
  'moneyWaiting',
  'failedJobs',
  'payouts',
  'applicationsAnswered',
  'applications',
  'applicationsInReview',
  'identityChecks',
  'requests',
] as const
export type DueKind = (typeof dueKinds)[number]

/** How many disputes are named, those that end first. */
export const mostDisputes = 3
