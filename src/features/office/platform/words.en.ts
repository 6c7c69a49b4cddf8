import { grouped } from '#kit/number.ts'
import type { PlatformWordsText } from './words.ja'

const words: PlatformWordsText = {
  title: 'Platform home',
  due: 'To do',
  dueNone: 'Nothing waits for you right now.',
  kinds: {
    disputes: { title: 'Disputes', text: 'Hand in evidence before they end.' },
    unallocated: { title: 'Payments without an order', text: 'Give them back, or note how they were settled.' },
    moneyWaiting: { title: 'Money that could not be given back', text: 'Try the refund once more.' },
    failedJobs: { title: 'Jobs that did not finish', text: 'See why, and start them again.' },
    payouts: { title: 'Payouts without a bank file', text: 'Make the file for the bank before their day.' },
    applicationsAnswered: { title: 'Applications with the changes you asked for', text: 'Have another look at them.' },
    applications: { title: 'Applications to review', text: 'Their applicants wait for an answer.' },
    identityChecks: { title: 'Identity checks', text: 'Look at the documents.' },
    requests: { title: 'Questions of clubs', text: 'Their staff wait for an answer.' },
  },
  until: (date) => `The first ends on ${date}`,
  since: (date) => `The oldest since ${date}`,
  count: (n) => grouped(n),
  disputes: 'Deadlines of disputes',
  disputesNone: 'No dispute is open.',
  inquiry: 'A question of the card company',
  evidenceUntil: (date) => `Evidence until ${date}`,
  noEvidence: 'Evidence can no longer be handed in',
  clubs: 'Clubs',
  clubsTable: 'List of clubs',
  search: 'Search by name',
  columns: {
    name: 'Club',
    fans: 'Fans',
    members: 'Members',
    revenue: 'Sales this month',
    createdAt: 'Opened',
    state: 'State',
  },
  people: (n) => (n >= 10_000 ? `${grouped(10_000)} or more` : grouped(n)),
  members: (n) =>
    n >= 10_000 ? `${grouped(10_000)} members or more` : `${grouped(n)} ${n === 1 ? 'member' : 'members'}`,
  states: { open: 'Open', closing: 'Closing', closed: 'Closed', suspended: 'Suspended' },
  filter: 'State',
  allClubs: 'All clubs',
  suspend: 'Suspend',
  close: 'Close the club',
  resume: 'Let it go on',
  noneSuspended: { title: 'No club is suspended', text: 'Clubs that are suspended appear here.' },
  noClubs: { title: 'There are no clubs', text: 'They appear here once an application is approved.' },
}

export default words
