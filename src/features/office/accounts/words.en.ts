import { grouped } from '#kit/number.ts'
import type { AccountWordsText } from './words.ja'

const words: AccountWordsText = {
  title: 'Account',
  lead: 'A copy of your data, the end of your account, and settings of this browser.',
  fanLead: 'Notifications and news, a copy of your data, and the end of your account.',
  email: 'E-mail address',
  address: {
    verified: 'Confirmed',
    unverified: 'Not confirmed',
    why: 'Payment codes, receipts and other mails go here. Please confirm that they arrive.',
    waits: (email) => `Waiting for ${email}: it takes effect when the button in its mail is pressed.`,
    check: 'Send the confirmation',
    stopped: {
      bounced:
        'A mail to this address came back, so we send no more. Please check the address: change it, or try again.',
      complained:
        'A mail was reported as spam, so we send no more to this address: no payment codes and no receipts either.',
    },
    again: 'Send mails again',
    change: 'Change',
    changeTitle: 'Change your e-mail address',
    changeText:
      'We send a confirmation to the new address. Until its button is pressed nothing changes. Your present address is told, too.',
    next: 'New e-mail address',
    noAddress: 'This is no e-mail address.',
    send: 'Send the confirmation',
    sent: (email) => `A confirmation is on its way to ${email}`,
    confirmTitle: 'Confirm your e-mail address',
    confirmText: 'The address that got this mail is used for your account.',
    confirm: 'Confirm this address',
    done: (email) => `${email} is confirmed`,
    doneText: 'Everything from now on goes to this address.',
    doneChanged: 'Please sign in again, with the new address.',
    signInAgain: 'Sign in again',
    incomplete: 'The link is not complete',
    incompleteText: 'Please open it from the button in the mail once more.',
    toAccount: 'To my account',
  },
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
    alreadyVerified: 'This address is confirmed already.',
    mailStopped: 'The owner of this address reported our mails as spam, so we send none to it.',
    noEmail: 'Your account has no e-mail address. Please add one first.',
    sameEmail: 'This is your present address.',
    linkLapsed: 'The link has lapsed, or belongs to another account. Please send it once more from your account.',
    emailTaken: 'This address belongs to another account.',
    emailDiffers: 'The address that was typed is another one.',
    lastOwner:
      'There are clubs that nobody else owns. Make somebody else an owner first, or close the club and wait until all is sent and paid out.',
    fileNotFound: 'This file is gone. Please make another one.',
  },
}

export default words
