import areas from '../../failedJobs/areas.en'
import type { BellWordsText } from './words.ja'

const words: BellWordsText = {
  title: 'News',
  close: 'Close',
  isNew: 'New',
  empty: 'Nothing in the last two weeks.',
  settings: 'Mails',
  back: 'Back to the news',
  settingsLead: 'Of what you choose you get one mail an hour at most, for all brands of the club.',
  save: 'Save',
  saved: 'Saved',
  kinds: {
    orderPaid: 'New order',
    orderExpired: 'Order not paid in time',
    latePayment: 'Payment that came too late',
    refundFailed: 'Refund that did not arrive',
    disputeOpened: 'Disputed payment',
    disputeDue: 'Dispute whose evidence is due soon',
    restUnsent: 'Order whose rest has not been sent for a week',
    memberJoined: 'New member',
    memberLeft: 'Membership ended',
    commentHeld: 'Comment to review',
    commented: 'Content with new comments',
    loved: 'Content with new loves',
    requestReceived: 'Request',
    payoutSent: 'Payout on its way',
    payoutReturned: 'Payout that came back',
    draftSubmitted: 'Draft to review',
    draftReturned: 'Draft that was returned',
    draftApproved: 'Draft that was approved',
    scheduleFailed: 'Did not happen as scheduled',
    jobFailed: 'Did not finish',
    invitationDeclined: 'Invitation that was declined',
    clubClosed: 'The platform closes the club',
  },
  reasons: {
    plansArchived: 'not published: every plan that opens it has been archived',
    notStarted: 'the live streaming has not begun',
  },
  counts: {
    commented: (n) => (n === '1' ? '1 comment' : `${n} comments`),
    loved: (n) => (n === '1' ? '1 love' : `${n} loves`),
  },
  areas,
  unfinished: 'It was tried again and again. The platform knows as well.',
  noName: 'A fan without a name',
  refusals: { clubNotFound: 'You are no longer a member of this club.' },
}

export default words
