import type { FanMonthWordsText } from './words.ja'

const words: FanMonthWordsText = {
  title: 'Back numbers',
  lead: 'Months in which you were no member can be bought one by one.',
  of: (brand) => `The back numbers of ${brand}: what each month holds and what it costs.`,
  plans: 'Plan',
  year: (year) => String(year),
  before: 'Year before',
  after: 'Next year',
  legend: {
    readable: 'Open to you',
    owned: 'You have it',
    missing: 'You do not have it',
    current: 'This month',
    ahead: 'To come',
  },
  contents: (n) => (n === 1 ? '1 content' : `${n} contents`),
  none: 'No contents',
  price: (yen) => yen,
  empty: 'There are no back numbers of this year.',
  emptyText: 'Contents that belong to a month will appear here.',
  noPlan: 'There is no plan with back numbers yet.',
  backToYear: 'Back to the year',
  contentsOf: (month) => `What ${month} holds`,
  states: {
    readable: 'The contents of this month are open to you.',
    ownedNeedsPlan: 'You have this month. It is open while you are a member of the plan.',
    current: 'Join the plan to open this month. When it is over, it can be bought as a back number.',
    notForSale: 'This month is not for sale.',
    membersOnly: 'Nobody can join this plan any more. Its members alone can buy this month.',
    ended: 'The plan has ended, so this month is no longer for sale.',
  },
  buyTitle: (month, plan) => `${month} (${plan})`,
  perMonth: 'Back number of this month',
  needsPlan:
    'A back number is open while you are a member of the plan. If you are not, you join and buy it in one payment.',
  alone: 'Once bought, the contents of this month are open without a membership.',
  later: 'Contents that are added to this month later are included.',
  join: 'See the plan',
}

export default words
