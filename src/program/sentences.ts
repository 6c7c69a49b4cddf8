import applications from '#club/applications/words.en.ts'
import bin from '#club/bin/words.en.ts'
import exports from '#club/exports/words.en.ts'
import inquiriesStaff from '#club/inquiries/staff/words.en.ts'
import pushFan from '#club/push/fan/words.en.ts'
import plans from '#membership/plans/words.en.ts'
import subscriptionsFan from '#membership/subscriptions/fan/words.en.ts'
import subscriptionsStaff from '#membership/subscriptions/staff/words.en.ts'
import payoutsBankAccounts from '#money/payouts/bankAccounts/words.en.ts'
import payoutsRevenue from '#money/payouts/revenue/words.en.ts'
import accounts from '#office/accounts/words.en.ts'
import club from '#office/club/words.en.ts'
import dashboard from '#office/dashboard/words.en.ts'
import explain from '#office/explain/words.en.ts'
import failedJobs from '#office/failedJobs/words.en.ts'
import fans from '#office/fans/words.en.ts'
import portalBell from '#office/portal/bell/words.en.ts'
import suspension from '#office/suspension/words.en.ts'
import waitingMoney from '#office/waitingMoney/words.en.ts'
import comments from '#publishing/comments/words.en.ts'
import contents from '#publishing/contents/words.en.ts'
import events from '#publishing/events/words.en.ts'
import news from '#publishing/news/words.en.ts'
import streamingsChat from '#publishing/streamings/chat/words.en.ts'
import streamingsContents from '#publishing/streamings/contents/words.en.ts'
import cartsFan from '#shop/carts/fan/words.en.ts'
import deskFiles from '#shop/desk/files/words.en.ts'
import desk from '#shop/desk/words.en.ts'
import downloads from '#shop/downloads/words.en.ts'
import eventGoodsStaff from '#shop/eventGoods/staff/words.en.ts'
import goodsFan from '#shop/goods/fan/words.en.ts'
import goods from '#shop/goods/words.en.ts'
import ordersFan from '#shop/orders/fan/words.en.ts'
import parcels from '#shop/parcels/words.en.ts'

/** Of refusals that no screen says in words of its own: it says them by another part of the answer, or never asks for them. */
const others = {
  conversionNotRunning: 'This video is not being converted.',
  conversionNotStopped: 'The conversion of this video has not stopped.',
  contentLocked: 'This content is not open to you.',
  commentBanned: 'You may not comment at this club.',
  commentsDisabled: 'Comments are closed here.',
  notInAudience: 'Comments here are for members.',
  tooManyReplies: 'This comment has as many replies as it may have.',
  commentNotYours: 'This comment is not yours.',
  commentTooOld: 'This comment can no longer be changed.',
  pictureUnreadable: 'The picture could not be read.',
  linkUnknown: 'This link is not known or no longer valid.',
  embedNotAllowed: 'This page cannot be embedded.',
  tooManyPlays: 'This account is watching on as many devices as it may.',
}

/** What each refusal means, for logs and other programs: the sentences of the screens, in English. Screens translate the codes. */
export const sentences: Readonly<Record<string, string>> = Object.assign(
  {},
  others,
  applications.refusals,
  bin.refusals,
  exports.refusals,
  inquiriesStaff.refusals,
  pushFan.refusals,
  comments.refusals,
  plans.refusals,
  subscriptionsFan.refusals,
  subscriptionsStaff.refusals,
  payoutsBankAccounts.refusals,
  payoutsRevenue.refusals,
  accounts.refusals,
  club.refusals,
  dashboard.refusals,
  explain.refusals,
  failedJobs.refusals,
  fans.refusals,
  portalBell.refusals,
  suspension.refusals,
  waitingMoney.refusals,
  contents.refusals,
  events.refusals,
  news.refusals,
  streamingsChat.refusals,
  streamingsContents.refusals,
  cartsFan.refusals,
  deskFiles.refusals,
  desk.refusals,
  downloads.refusals,
  eventGoodsStaff.refusals,
  goodsFan.refusals,
  goods.refusals,
  ordersFan.refusals,
  parcels.refusals,
)
