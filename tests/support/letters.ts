import * as applications from '#club/applications/mails.ts'
import * as inquiries from '#club/inquiries/mails.ts'
import * as tenants from '#club/tenants/mails.ts'
import type { Letter, Reader } from '#kit/letter.ts'
import * as changes from '#membership/subscriptions/change.mails.ts'
import * as subscriptions from '#membership/subscriptions/mails.ts'
import * as paidTerms from '#membership/subscriptions/paidTerm.mails.ts'
import * as renewals from '#membership/subscriptions/renewal.mails.ts'
import * as staffSubscriptions from '#membership/subscriptions/staff/mails.ts'
import * as orders from '#money/orders/mails.ts'
import * as bankAccounts from '#money/payouts/bankAccounts/mails.ts'
import * as accounts from '#office/accounts/mails.ts'
import * as closing from '#office/club/closing/mails.ts'
import * as failedJobs from '#office/failedJobs/mails.ts'
import * as notifications from '#office/notifications/mails.ts'
import * as suspension from '#office/suspension/mails.ts'
import * as comments from '#publishing/comments/mails.ts'
import * as news from '#publishing/news/mails.ts'
import * as downloads from '#shop/downloads/mails.ts'
import * as pickUp from '#shop/eventGoods/pickUp/mails.ts'
import * as waits from '#shop/goods/waits/mails.ts'
import * as parcels from '#shop/parcels/mails.ts'

/* Every letter that the program writes, with values as they come: for the tests and the pictures. */

const at = Date.UTC(2026, 10, 24, 3)
const days = (n: number) => at + n * 86_400_000
const club = { name: 'AOI', slug: 'aoi' }
const content = { planContentId: 'content_1', name: 'Studio 24' }
const bought = {
  orderNumber: 'AOI-000128',
  brandName: 'AOI',
  item: 'Acrylic stand',
  total: 6700,
  items: [
    { name: 'Acrylic stand', variationName: 'Night', english: {}, quantity: 2, sum: 3600 },
    { name: 'T-shirt', variationName: 'L', english: {}, quantity: 1, sum: 2400 },
  ],
  shippingFee: 500,
  konbiniFee: 200,
  address: '〒150-0001 Tokyo 1-2-3 Aoi',
}
const membership = { ...bought, item: 'Seiza', total: 1500, items: undefined, address: null }
const codes = {
  seicomart: { paymentCode: '123-456', confirmationNumber: '09012345678' },
  familymart: { paymentCode: '113-012', confirmationNumber: '09012345678' },
  lawson: { paymentCode: '483910', confirmationNumber: '09012345678' },
}
const voucher = { orderId: 'order_1', expiresAt: days(3), codes }
const brand = { tenantId: 'tenant_a', brandId: 'brand_a', brandName: 'AOI' }
const sent = {
  orderId: 'order_1',
  orderNumber: 'AOI-000128',
  brandName: 'AOI',
  items: bought.items.map(({ sum: _, ...item }) => item),
  provider: 'yamato' as const,
  providerName: '',
  trackingNumber: '123456789012',
  trackingUrl: 'https://example.com/track?n=123456789012',
}
const asked = { slug: 'aoi', brandName: 'AOI', goodsId: 'goods_1', name: 'Tour shirt', english: {} }
const picked = {
  orderId: 'order_1',
  orderNumber: 'AOI-000128',
  brandName: 'AOI',
  pieces: [
    { name: 'Tour shirt', variationName: 'L', quantity: 1 },
    { name: 'Towel', variationName: '', quantity: 2 },
  ].map((piece) => ({
    ...piece,
    ...{ english: {}, venueName: 'Star Hall', windows: [{ from: at, to: at + 6 * 3_600_000 }] },
  })),
}
const ahead = {
  ...{ title: 'Winter tour, Tokyo', startAt: days(1), doorsOpenAt: days(1) - 3_600_000 },
  ...{ venueName: 'Star Hall', venueAddress: 'Tokyo 1-2-3' },
}
const term = { slug: 'aoi', memberNumber: 128, paidUntil: days(30), next: 1500 }
const stopped = { orderId: 'order_1', orderNumber: 'AOI-000128', brandName: 'AOI', fileName: 'songs.zip' }
const ended = { brandName: 'AOI', item: 'Seiza', numberUntil: days(60), planPath: '/fc/aoi/plans/plan_1' }
const awaited = {
  brandName: 'AOI',
  item: 'Seiza',
  total: 1700,
  orderId: 'order_1',
  paidUntil: days(1),
  dueAt: days(6),
  numberUntil: days(66),
}
const archive = {
  brandName: 'AOI',
  item: 'Seiza',
  archivingAt: days(40),
  message: 'Thank you.\nSee you.',
  refunds: false,
}
const changedPlan = {
  brandName: 'AOI',
  slug: 'aoi',
  from: 'Seiza',
  to: 'Ginga',
  price: 3000,
  interval: 'month' as const,
  at: days(12),
  byCard: true,
}
const closed = { name: 'Hoshi Club', closesAt: days(90) }
const suspended = { tenantId: 'tenant_a', name: 'Hoshi Club' }
const notification = { kind: 'orderPaid', name: 'AOI-000128', detail: '¥6,700', itemId: 'order_1' }

type Write = (to: Reader) => Letter
const of = <Module extends object>(_: Module, letters: Partial<Record<keyof Module, Write | Write[]>>) => letters

/** By module and export; several where a letter has several versions. */
export const letters = [
  of(applications, {
    applicationReceived: (to) => applications.applicationReceived(to),
    applicationApproved: (to) => applications.applicationApproved(to, 'tenant_a'),
    applicationRejected: (to) => applications.applicationRejected(to),
    changesRequested: (to) => applications.changesRequested(to),
    operatorWrote: (to) => applications.operatorWrote(to),
  }),
  of(inquiries, {
    inquiry: (to) =>
      inquiries.inquiry(to, {
        fromName: 'Mio',
        from: 'mio@example.com',
        subject: 'T-shirt',
        content: 'Is there an S?\nThank you.',
        brandName: 'AOI',
      }),
    answerByMail: (to) => inquiries.answerByMail(to, { brandName: 'AOI', content: 'Yes, from Friday on.' }),
  }),
  of(tenants, {
    invitation: (to) =>
      tenants.invitation(to, { role: 'editor', club: club.name, inviter: 'Aoi Hoshino', secret: 'secret' }),
  }),
  of(subscriptions, {
    membershipCanceled: [
      (to) => subscriptions.membershipCanceled(to, { brandName: 'AOI', item: 'Seiza', until: days(12) }),
      (to) => subscriptions.membershipCanceled(to, { brandName: 'AOI', item: 'Seiza', until: null }),
    ],
    archiveCalledOff: [
      (to) =>
        subscriptions.archiveCalledOff(to, { brandName: 'AOI', item: 'Seiza', next: { at: days(12), price: 1500 } }),
      (to) => subscriptions.archiveCalledOff(to, { brandName: 'AOI', item: 'Seiza', next: null }),
    ],
  }),
  of(changes, {
    planChanged: [
      (to) => changes.planChanged(to, changedPlan, membership),
      (to) => changes.planChanged(to, changedPlan, null),
    ],
    changeScheduled: (to) => changes.changeScheduled(to, changedPlan),
    changeUndone: (to) => changes.changeUndone(to, { ...changedPlan, byCard: false }),
    changeDropped: (to) => changes.changeDropped(to, changedPlan),
  }),
  of(paidTerms, {
    welcome: [
      (to) => paidTerms.welcome(to, membership, { ...term, letter: 'Hello!\n♪ Fridays, 22:00' }),
      (to) => paidTerms.welcome(to, membership, { ...term, next: null, letter: '' }),
    ],
    termPaid: (to) => paidTerms.termPaid(to, membership, term),
  }),
  of(renewals, {
    renewalOrder: (to) =>
      renewals.renewalOrder(to, membership, { orderId: 'order_1', paidUntil: days(10), dueAt: days(15) }),
    nextTermAwaited: [
      (to) => renewals.nextTermAwaited(to, awaited, at),
      (to) => renewals.nextTermAwaited(to, { ...awaited, orderId: null }, days(6)),
    ],
    renewalFailed: [
      (to) => renewals.renewalFailed(to, membership, { endsAt: days(14), authenticationUrl: null }),
      (to) => renewals.renewalFailed(to, membership, { endsAt: days(14), authenticationUrl: 'https://example.com/in' }),
    ],
    renewalRecovered: (to) => renewals.renewalRecovered(to, membership),
    membershipEnded: [
      (to) => renewals.membershipEnded(to, { ...ended, reason: 'konbiniUnpaid' }),
      (to) => renewals.membershipEnded(to, { ...ended, reason: 'paymentFailed' }),
    ],
    renewalAhead: (to) =>
      renewals.renewalAhead(to, {
        brandName: 'AOI',
        item: 'Seiza',
        total: 16_000,
        paidUntil: days(30),
        byCard: true,
        notice: 'month',
      }),
    archiveNotice: [
      (to) => renewals.archiveNotice(to, archive, 'now'),
      (to) => renewals.archiveNotice(to, { ...archive, refunds: true }, 'today'),
    ],
  }),
  of(staffSubscriptions, {
    paymentReminder: (to) =>
      staffSubscriptions.paymentReminder(to, { brandName: 'AOI', item: 'Seiza', method: 'konbini' }, 'order_1'),
    freeDaysGiven: [
      (to) =>
        staffSubscriptions.freeDaysGiven(to, {
          ...{ brandName: 'AOI', item: 'Seiza', days: 7, reason: 'liveFailed', until: days(19), chargedAt: days(19) },
        }),
      (to) =>
        staffSubscriptions.freeDaysGiven(to, {
          ...{ brandName: 'AOI', item: 'Seiza', days: 1, reason: 'thanks', until: days(13), chargedAt: null },
        }),
    ],
    endedByClub: (to) => staffSubscriptions.endedByClub(to, { brandName: 'AOI', item: 'Seiza', staysOpen: true }),
  }),
  of(orders, {
    purchaseDone: (to) => orders.purchaseDone(to, bought),
    voucherIssued: (to) => orders.voucherIssued(to, bought, voucher),
    voucherExtended: (to) => orders.voucherExtended(to, bought, voucher),
    voucherReminder: (to) => orders.voucherReminder(to, bought, voucher),
    voucherLapsed: (to) => orders.voucherLapsed(to, bought),
    refundAsked: (to) => orders.refundAsked(to, bought, { amount: 2400, until: days(45) }),
    refundReminder: (to) => orders.refundReminder(to, bought, { amount: 2400, until: days(45) }),
    refundWaits: (to) => orders.refundWaits(to, bought, 2400),
    refundDone: (to) => orders.refundDone(to, bought, 2400),
    paidTwice: (to) => orders.paidTwice(to, bought, 6700),
    lateReceived: (to) => orders.lateReceived(to, bought),
    orderCanceled: (to) => orders.orderCanceled(to, { ...bought, hasCode: true }),
  }),
  of(bankAccounts, {
    accountChanged: (to) => bankAccounts.accountChanged(to, { ...brand, account: '****567' }),
    identityDecided: [
      (to) => bankAccounts.identityDecided(to, { isVerified: true, reason: '' }),
      (to) => bankAccounts.identityDecided(to, { isVerified: false, reason: 'The photo is blurred.' }),
    ],
    payoutSentMail: (to) =>
      bankAccounts.payoutSentMail(to, { ...brand, amount: '¥120,000', at: days(6), account: '****567' }),
    payoutReturnedMail: (to) =>
      bankAccounts.payoutReturnedMail(to, {
        ...brand,
        amount: '¥120,000',
        reason: 'accountClosed',
        note: '',
        fee: '¥660',
      }),
    statementCorrected: (to) =>
      bankAccounts.statementCorrected(to, {
        ...brand,
        month: '2026-09',
        countsIn: '2026-11',
        amount: '-¥1,200',
        reason: 'Counted twice',
      }),
  }),
  of(waits, {
    goodsOnSale: [
      (to) => waits.goodsOnSale(to, { ...asked, variations: [] }),
      (to) => waits.goodsOnSale(to, { ...asked, variations: [{ name: 'L', english: {} }] }),
    ],
  }),
  of(pickUp, {
    pickUpOpen: (to) => pickUp.pickUpOpen(to, picked),
    eventTomorrow: (to) => pickUp.eventTomorrow(to, { ...picked, event: ahead }),
  }),
  of(accounts, {
    fileReady: (to) => accounts.fileReady(to, '/fc/me/account'),
    accountDeleted: (to) => accounts.accountDeleted(to),
    emailCheck: (to) => accounts.emailCheck(to, 'secret'),
    emailChange: (to) => accounts.emailChange(to),
    emailChanged: (to) => accounts.emailChanged(to),
  }),
  of(closing, {
    closingNotice: (to) => closing.closingNotice(to, { name: 'AOI', closesAt: days(90), message: 'Thank you.' }, 'now'),
    closedByOwner: (to) => closing.closedByOwner(to, { name: 'AOI', closesAt: days(90) }),
    closedByPlatform: [
      (to) =>
        closing.closedByPlatform(to, { ...closed, reason: 'reports', message: 'Please see our terms, section 3.' }),
      (to) => closing.closedByPlatform(to, { ...closed, reason: 'other', message: '' }),
    ],
  }),
  of(suspension, {
    clubSuspended: [
      (to) => suspension.clubSuspended(to, { ...suspended, reason: 'disputes', message: 'Please answer by Friday.' }),
      (to) => suspension.clubSuspended(to, { ...suspended, reason: 'other', message: '' }),
    ],
    clubGoesOn: (to) => suspension.clubGoesOn(to, { ...suspended, message: 'Thank you.' }),
  }),
  of(failedJobs, { failedJobMail: (to) => failedJobs.failedJobMail(to, { job: 'refund', area: 'payment' }) }),
  of(notifications, {
    newsOfBrand: (to) =>
      notifications.newsOfBrand(to, { ...brand, name: 'AOI' }, [
        notification as Parameters<typeof notifications.newsOfBrand>[2][number],
      ]),
  }),
  of(comments, {
    commentAnswered: (to) =>
      comments.commentAnswered(to, { ...club, planContent: { planContentId: 'content_1', name: 'Studio 24' } }),
    commentRemoved: (to) =>
      comments.commentRemoved(to, { ...club, removed: [{ content: 'Studio 24', commentedAt: at }] }),
  }),
  of(news, {
    liveStarted: (to) => news.liveStarted(to, club, content, 'https://example.com/stop'),
    archiveReady: (to) => news.archiveReady(to, club, content, 'https://example.com/stop'),
    contentsPublished: (to) =>
      news.contentsPublished(
        to,
        club,
        [content, { planContentId: 'content_2', name: 'First snow' }],
        'https://example.com/stop',
      ),
    eventTomorrow: (to) => news.eventTomorrow(to, club, { ...ahead, eventId: 'event_1' }, 'https://example.com/stop'),
    monthOnSale: (to) => news.monthOnSale(to, club, { year: 2026, month: 10 }, 'https://example.com/stop'),
  }),
  of(downloads, {
    downloadStopped: (to) => downloads.downloadStopped(to, stopped),
    downloadStoppedForStaff: (to) => downloads.downloadStoppedForStaff(to, '/tenants/tenant_a', stopped),
    fileReplaced: (to) =>
      downloads.fileReplaced(to, {
        ...stopped,
        goods: { name: 'Songs', english: {} },
        fileNames: ['songs.zip', 'words.pdf'],
      }),
  }),
  of(parcels, {
    goodsShipped: (to) => parcels.goodsShipped(to, sent),
    parcelReturned: (to) => parcels.parcelReturned(to, { ...sent, slug: 'aoi', reason: 'unknownAddress' }),
    returnWithdrawn: (to) => parcels.returnWithdrawn(to, { ...sent, slug: 'aoi', isDelivered: false }),
    trackingChanged: (to) => parcels.trackingChanged(to, { ...sent, trackingUrl: '' }),
  }),
].flatMap((module) =>
  Object.entries<Write | Write[]>(module as Record<string, Write | Write[]>).flatMap(([name, write]) =>
    [write].flat().map((one, n) => ({ name: n === 0 ? name : `${name}-${n + 1}`, write: one })),
  ),
)
