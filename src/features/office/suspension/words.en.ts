import { grouped } from '#kit/number.ts'
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
  close: {
    title: (name) => `Close ${name}?`,
    confirm: 'Close the club',
    done: 'The club is being closed',
    now: (orders) =>
      orders === 0
        ? 'Nobody can join or buy from now on.'
        : `Nobody can join or buy from now on; ${grouped(orders)} unpaid ${orders === 1 ? 'order is' : 'orders are'} cancelled.`,
    noRenewals: 'No fee is charged any more.',
    kept: (members, date) =>
      members === 0
        ? 'It has no members, so it is closed at once.'
        : `${grouped(members)} ${members === 1 ? 'member keeps' : 'members keep'} what is paid, until ${date} at the latest.`,
    told: 'Members are told by mail that it ends: now, 7 days before, and on the day. They do not see the reason.',
    stays: 'Paid orders can still be sent, and what was earned is paid out.',
    noWayBack: 'This cannot be undone. To stop the sales for a while, suspend the club.',
    messageHint: 'Stands in the mail to the owners and in the log of the club. Fans do not see it.',
  },
  refusals: {
    tenantNotFound: 'The club was not found.',
    alreadySuspended: 'This club is suspended already.',
    clubClosed: 'This club is closed already.',
    notSuspended: 'This club is not suspended.',
    nameDiffers: 'The name that was typed is another one.',
    alreadyClosing: 'It is being closed already.',
  },
}

export default words
