import type { SuspensionWordsText } from './words.ja'

const words: SuspensionWordsText = {
  suspend: 'Suspend',
  resume: 'Let it go on',
  suspendTitle: (name) => `Suspend ${name}?`,
  resumeTitle: (name) => `Let ${name} go on?`,
  effects: [
    'Nobody can join, change the plan, or buy goods and back numbers from now on; the fans’ pages say so.',
    'What was earned is not paid out and stays in the balance. Payouts that were made but not sent wait as well.',
    'Payments under way, by a voucher or an open payment page, are still taken.',
    'Members keep reading and commenting, their fees are renewed, and sending, refunds, leaving and publishing go on.',
  ],
  resumeEffects: [
    'Fans can join and buy again from now on.',
    'What was earned is part of the next payouts; those that were made before can be sent again.',
  ],
  reason: 'Reason',
  chooseReason: 'Choose',
  message: 'Message to the club',
  messageHint: 'Stands in the mail to the owners and on the pages of the club. Fans do not see it.',
  resumeHint: 'Stands in the mail to the owners.',
  suspended: 'The club is suspended',
  resumed: 'The club goes on',
  banner: {
    title: 'The platform has suspended this club',
    since: (date) => `since ${date}`,
    text: 'Nobody can join or buy anything new, and nothing is paid out. Members keep reading and their fees are renewed; publishing, sending and refunds go on.',
    answer: 'Ask the platform',
  },
  refusals: {
    tenantNotFound: 'The club was not found.',
    alreadySuspended: 'This club is suspended already.',
    clubClosed: 'This club is closed already.',
    notSuspended: 'This club is not suspended.',
  },
}

export default words
