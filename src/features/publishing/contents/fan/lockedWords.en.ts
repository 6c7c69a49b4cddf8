import type { LockedWordsText } from './lockedWords.ja'

const words: LockedWordsText = {
  preview: 'A first look',
  clip: 'Clip of the video',
  unavailable: 'This content cannot be opened now',
  unavailableText: 'It has ended, and there is no way left to open it.',
  lockedTitles: {
    requiredPurchasePlan: 'This content is for members of a plan',
    requiredPurchaseBackNumber: 'This content opens with a back number',
    requiredPurchasePlanAndBackNumber: 'This content is of another month',
  },
  feeTitle: 'This content opens when your fee is paid',
  conditions: 'What it takes to open it',
  conditionPlan: (plans) => `A membership of ${plans}`,
  conditionMonth: (month) => `A membership in ${month}, or the back number of that month`,
  met: 'You have it',
  unmet: 'Not yet',
  cheapest: 'The least that opens it',
  join: (plan) => `Join ${plan}`,
  byFee: 'What opens it',
  fee: (plan) => `The fee of ${plan}`,
  pay: 'Check the payment',
  buyMonth: (month, plan) => `Back number of ${month} (${plan})`,
  per: { month: 'month', year: 'year' },
  total: 'In all',
  otherWays: 'Other ways',
  seePlan: 'See the plan',
  seeMonth: 'See the month',
  toMonth: (month, yen) => `To the back number of ${month}, ${yen}`,
  noWay: 'Nothing that is sold now opens it.',
  notPaid: (month) => `It opens to members who have paid for ${month}. Its back number is not sold now.`,
  notPaidYet: (month) => `It opens when your fee for ${month} has been paid.`,
  member: 'If you are a member, sign in to open it.',
  signIn: 'Log in',
}

export default words
