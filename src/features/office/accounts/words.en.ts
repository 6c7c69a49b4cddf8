import { grouped } from '#kit/number.ts'
import type { AccountWordsText } from './words.ja'

const words: AccountWordsText = {
  title: 'Account',
  lead: 'A copy of your data, the end of your account, and settings of this browser.',
  fanLead: 'News by mail, a copy of your data, and the end of your account.',
  email: 'E-mail address',
  name: 'Name',
  data: 'Copy of your data',
  dataLead: 'Everything that is kept under this account, as one file (JSON) for you to download.',
  make: 'Make a file',
  started: 'The file is being made. You get a mail when it is ready.',
  none: 'No files yet.',
  download: 'Download',
  downloadOf: (date) => `Download: file of ${date}`,
  until: (date) => `until ${date}`,
  states: { enqueued: 'Being made', completed: 'Ready', failed: 'Failed', expired: 'Expired' },
  keys: 'Keyboard',
  letterKeys: 'Letters are commands in lists',
  letterKeysHint: 'J and K go from row to row, X chooses one. Turn it off if you dictate. Kept in this browser alone.',
  end: 'Delete the account',
  endLead: 'You are signed out at once, and it cannot be undone.',
  delete: 'Delete my account',
  deleteTitle: 'Delete your account?',
  gone: 'Your name, e-mail address, addresses and comments are deleted.',
  memberships: (n) =>
    n === 0
      ? 'You are a member of no plan.'
      : `${grouped(n)} ${n === 1 ? 'membership ends' : 'memberships end'} at once, without a refund for the time that is left.`,
  orders: (n) =>
    `${grouped(n)} ${n === 1 ? 'order' : 'orders'} on the way still ${n === 1 ? 'reaches' : 'reach'} you. The address is deleted afterwards.`,
  waiting: (amount) =>
    `${amount} of refunds wait for your bank account. The payment provider sends you the mail that asks for it once more.`,
  stays: 'Records of orders and accounting stay as the law asks, without your name.',
  alone:
    'There are clubs that nobody else owns. Make somebody else an owner first, or close the club and wait until all is sent and paid out.',
  deleted: 'Your account is deleted',
  refusals: {
    emailDiffers: 'The address that was typed is another one.',
    lastOwner:
      'There are clubs that nobody else owns. Make somebody else an owner first, or close the club and wait until all is sent and paid out.',
    fileNotFound: 'This file is gone. Please make another one.',
  },
}

export default words
