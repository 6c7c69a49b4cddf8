import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { exampleForm } from '#club/applications/mock.ts'
import { tenantApplications } from '#club/applications/tables.server.ts'
import { bin } from '#club/bin/tables.server.ts'
import { brands } from '#club/brands/tables.server.ts'
import { exportsTable } from '#club/exports/tables.server.ts'
import { fans } from '#club/fans/tables.server.ts'
import { inquiries as inquiryTable } from '#club/inquiries/tables.server.ts'
import { pushDevices } from '#club/push/tables.server.ts'
import { tenantMembers, tenants } from '#club/tenants/tables.server.ts'
import { uploads } from '#club/uploads/tables.server.ts'
import { day } from '#kit/time.ts'
import { plans } from '#membership/plans/tables.server.ts'
import { subscriptions } from '#membership/subscriptions/tables.server.ts'
import { examplesIn } from '#mocks/answer.ts'
import { customers, unallocatedPayments } from '#money/orders/payments/tables.server.ts'
import { konbiniPayments, latePayments, orderBuyers, orderLines, orders, refunds } from '#money/orders/tables.server.ts'
import { accountFiles, emailChecks } from '#office/accounts/tables.server.ts'
import { oauthConnections } from '#office/dashboard/tables.server.ts'
import { failedJobs } from '#office/failedJobs/tables.server.ts'
import { comments } from '#publishing/comments/tables.server.ts'
import { contentCounts } from '#publishing/contents/public/tables.server.ts'
import { contentPlans, contents as contentTable } from '#publishing/contents/tables.server.ts'
import { contentVersions } from '#publishing/contents/versions/tables.server.ts'
import { videoConversions } from '#publishing/contents/video/tables.server.ts'
import { draft as draftEvent, publish as publishEvent } from '#publishing/events/event.ts'
import { exampleEvent, exampleSchedule } from '#publishing/events/mock.ts'
import { eventRow } from '#publishing/events/queries.server.ts'
import { events } from '#publishing/events/tables.server.ts'
import { chatMessages, chatRooms } from '#publishing/streamings/chat/tables.server.ts'
import { streamings } from '#publishing/streamings/tables.server.ts'
import { control } from '#sandbox/control.ts'
import { now } from '#server/clock.ts'
import { database } from '#server/db.ts'
import { hashOf } from '#server/hash.ts'
import { stopToken } from '#server/mail/stopToken.ts'
import { payments } from '#server/payments/provider.ts'
import { trackingImports } from '#shop/desk/files/tables.server.ts'
import { exampleDestination } from '#shop/parcels/mock.ts'
import { fulfillmentLines, fulfillments, parcelReturns } from '#shop/parcels/tables.server.ts'
import { cardMember } from './cardMember'
import { addMember, club, newId, type Person, person, type request } from './club'
import { eventGoodsScene } from './eventGoodsScene'
import { moneyScene } from './money'
import { shopScene } from './shopScene'
import { together } from './together'

export const completeForm = (slug: string) => exampleForm([`${slug}-a`, `${slug}-b`])

/**
 * A club with one of everything, and for every operation a payload that its rightful caller may send (`examples` of its
 * mock.ts).
 */
export const scene = async (people?: { applicant: Person }, { isPaidForReal = false } = {}) => {
  const built = await club()
  const { tenantId, ids, slug } = built
  const applicant = people?.applicant ?? (await person())
  const { write, written } = together()
  const at = now()
  // Its days can be counted: it has been open for some.
  await database()
    .update(brands)
    .set({ createdAt: at - 2 * day })
    .where(eq(brands.brandId, ids.brandId))
  const plan = (values: Partial<typeof plans.$inferInsert>) => ({
    ...ids,
    planId: newId('plan'),
    status: 'active' as const,
    name: 'Constellation',
    description: '',
    thumbnail: '',
    price: 1500,
    subscriptionInterval: 'month' as const,
    createdAt: at,
    activatedAt: at,
    editedAt: at,
    ...values,
  })
  const draft = plan({ status: 'draft', activatedAt: null })
  const active = plan({})
  const scheduled = plan({ archivingAt: at + 40 * day })
  const spare = plan({ status: 'draft', activatedAt: null })
  const binnedPlan = plan({ status: 'draft', activatedAt: null, deletedAt: at })
  write(plans, [draft, active, scheduled, spare, binnedPlan])

  const suspendedTenant = newId('tenant')
  write(tenants, {
    tenantId: suspendedTenant,
    name: 'Umi Club',
    createdAt: at,
    suspendedAt: at,
    suspensionReason: 'disputes',
  })

  const editor = await person()
  const memberId = await addMember(tenantId, editor, 'editor')
  const invitation = randomUUID()
  write(tenantMembers, {
    tenantId,
    memberId: newId('member'),
    email: applicant.email,
    displayName: '',
    role: 'editor',
    status: 'invited',
    invitationHash: hashOf(invitation),
    invitedAt: at,
  })
  const application = (status: string) => ({
    applicationId: newId('application'),
    applicantUid: applicant.uid,
    applicantEmail: applicant.email,
    locale: 'en' as const,
    status,
    form: completeForm(newId('tenant').replace('tenant_', '').slice(0, 20)),
    createdAt: at,
    submittedAt: status === 'draft' ? null : at,
    updatedAt: at,
  })
  const drafted = application('draft')
  const submitted = application('submitted')
  write(tenantApplications, [drafted, submitted])

  const upload = (state: 'pending' | 'ready') => ({
    ...ids,
    mediaId: newId('media'),
    uploadId: newId('upload'),
    storageUploadId: '0'.repeat(32),
    kind: 'video' as const,
    fileName: 'live.mp4',
    contentType: 'video/mp4',
    size: 10_000_000,
    key: `private/${tenantId}/${newId('media')}.mp4`,
    state,
    createdBy: editor.uid,
    createdAt: at,
  })
  const [sending, sent] = [upload('pending'), upload('ready')]
  const [going, broken] = [upload('ready'), upload('ready')]
  write(uploads, [sending, sent, going, broken])

  const content = (values: Partial<typeof contentTable.$inferInsert>) => ({
    ...ids,
    planContentId: newId('content'),
    type: 'news' as const,
    status: 'draft' as const,
    name: 'Letter',
    description: '',
    thumbnail: '',
    viewableBy: 'paidUsers' as const,
    publishingAt: null,
    createdAt: at,
    editedAt: at,
    ...values,
  })
  const draftNews = content({ viewableBy: 'allUsers' })
  const scheduledNews = content({ status: 'publishmentScheduled', publishingAt: at + 5 * day })
  const activeNews = content({ status: 'active', publishingAt: at - day })
  const freeNews = content({ status: 'active', publishingAt: at - day, viewableBy: 'allUsers' })
  const files = { type: 'video' as const, mediaId: sent.mediaId }
  const draftVideo = content(files)
  const scheduledVideo = content({ ...files, status: 'publishmentScheduled', publishingAt: at + 5 * day })
  const activeVideo = content({ ...files, status: 'active', publishingAt: at - day })
  const binnedNews = content({ viewableBy: 'allUsers', deletedAt: at })
  const published = [scheduledNews, activeNews, scheduledVideo, activeVideo]
  write(videoConversions, [
    { tenantId, mediaId: sent.mediaId, status: 'completed', progress: 100, createdAt: at, finishedAt: at },
    { tenantId, mediaId: going.mediaId, status: 'progressing', createdAt: at },
    { tenantId, mediaId: broken.mediaId, status: 'error', reason: 'unreadable', createdAt: at, finishedAt: at },
  ])
  write(contentTable, [draftNews, draftVideo, freeNews, binnedNews, ...published])
  const version = {
    ...{ tenantId, planContentId: activeNews.planContentId, versionId: newId('version'), isDraft: false },
    text: '',
  }
  write(contentVersions, { ...version, name: 'Note', description: '', beganAt: at, savedAt: at, savedBy: editor.uid })
  const binned = { ...ids, name: 'Letter', deletedAt: at, deletedBy: editor.uid, formerStatus: 'draft', formerAt: null }
  write(bin, [
    { ...binned, kind: 'content', itemId: binnedNews.planContentId },
    { ...binned, kind: 'plan', itemId: binnedPlan.planId },
  ])
  write(
    contentPlans,
    published.map(({ planContentId, publishingAt, editedAt }) => ({
      tenantId,
      planContentId,
      editedAt,
      planId: active.planId,
      visibleFrom: publishingAt ?? at,
    })),
  )
  const held = plan({})
  const leaving = plan({})
  const changing = plan({})
  write(plans, [held, leaving, changing])
  const order = (values: Partial<typeof orders.$inferInsert>) => ({
    ...ids,
    orderId: newId('order'),
    orderNumber: newId('order').slice(6, 20),
    uid: applicant.uid,
    kind: 'plan' as const,
    paymentMethod: 'konbini' as const,
    paymentState: 'awaitingPayment' as const,
    openKey: newId('order'),
    planId: held.planId,
    subtotal: 1500,
    konbiniFee: 200,
    total: 1700,
    locale: 'ja' as const,
    placedAt: at,
    expiresAt: at + day,
    editedAt: at,
    ...values,
  })
  const awaited = order({})
  // Paid at the provider as well where it is asked for: what goes back is asked for there.
  const voucher = {
    amount: 1700,
    name: '青井 そら',
    email: applicant.email,
    phone: '09012345678',
    expiresAt: Math.ceil((at + day) / 1000) * 1000,
    returnUrl: 'https://tsudoi.test/fc/pay/konbini/o',
  }
  const paidId = newId('order')
  const openId = newId('order')
  const unclaimedId = newId('order')
  const payForReal = async () => {
    const customerId = await payments().createCustomer({ uid: paidId, email: applicant.email, name: '' }, paidId)
    const issue = (orderId: string) => payments().issueKonbini({ ...voucher, orderId, customerId }, `k${orderId}`)
    const [paid, open, unclaimed] = [await issue(paidId), await issue(openId), await issue(unclaimedId)]
    for (const { id: intent } of [paid, unclaimed]) await control({ action: 'payAtStore', intent })
    await database()
      .insert(customers)
      .values({ uid: applicant.uid, account: await payments().account(), customerId, createdAt: at })
    return [paid.id, open.id, unclaimed.id] as const
  }
  const [intentId, openIntentId, unclaimedIntentId] = isPaidForReal
    ? await payForReal()
    : ([paidId.replace('order', 'pi'), openId.replace('order', 'pi'), unclaimedId.replace('order', 'pi')] as const)
  const paidOrder = order({ orderId: paidId, paymentState: 'paid', paidAt: at, intentId })
  const lateOrder = order({ paymentState: 'paidLate', intentId: newId('order').replace('order', 'pi') })
  const vainOrder = order({ paymentState: 'paidLate', intentId: newId('order').replace('order', 'pi') })
  const openOrder = order({ orderId: openId, intentId: openIntentId })
  /** Its buyer named no bank account for the refund in time. */
  const unclaimedOrder = order({
    orderId: unclaimedId,
    paymentState: 'paid',
    paidAt: at,
    intentId: unclaimedIntentId,
    isRefundFailed: true,
  })
  const atStore = [awaited, paidOrder, lateOrder, vainOrder, openOrder, unclaimedOrder]
  write(orders, atStore)
  write(
    orderLines,
    atStore.map(({ orderId }) => ({
      tenantId,
      orderId,
      lineId: newId('line'),
      position: 0,
      name: 'Constellation',
      unitPrice: 1500,
      quantity: 1,
    })),
  )
  write(
    konbiniPayments,
    atStore.map(({ orderId }) => ({
      tenantId,
      orderId,
      state: orderId === openId ? ('issued' as const) : ('creating' as const),
      expiresAt: at + day,
    })),
  )
  const { name, email, phone } = voucher
  write(
    orderBuyers,
    [paidId, openId].map((orderId) => ({ tenantId, orderId, uid: applicant.uid, name, email, phone })),
  )
  write(latePayments, [
    { ...ids, orderId: lateOrder.orderId, amount: 1700, arrivedAt: at },
    {
      ...{ ...ids, orderId: vainOrder.orderId, amount: 1700, arrivedAt: at },
      ...{ resolution: 'refunded' as const, resolvedAt: at, resolvedBy: '' },
    },
  ])
  write(
    refunds,
    [
      { orderId: vainOrder.orderId, reason: 'accountDeleted' },
      { orderId: unclaimedId, reason: 'Torn', providerRefundId: newId('refund').replace('refund', 're') },
    ].map((of) => ({
      tenantId,
      refundId: newId('refund'),
      amount: 1700,
      state: 'failed' as const,
      requestedBy: '',
      requestedAt: at,
      decidedAt: at,
      ...of,
    })),
  )
  const unknownPayment = newId('order').replace('order', 'pi')
  write(unallocatedPayments, {
    ...{ providerId: unknownPayment, kind: 'payment', amount: 1700, currency: 'jpy', method: 'card' },
    ...{ arrivedAt: at, state: 'waiting' },
  })
  const goods = (values: Partial<typeof orders.$inferInsert>) =>
    order({
      kind: 'goods',
      planId: null,
      paymentState: 'paid',
      paidAt: at,
      subtotal: 3000,
      konbiniFee: 0,
      shippingFee: 600,
      total: 3600,
      ...values,
    })
  const toSend = goods({ fulfillmentState: 'unfulfilled' })
  const sentOrder = goods({ fulfillmentState: 'shipped' })
  const heldOrder = goods({ fulfillmentState: 'onHold', heldFrom: 'unfulfilled' })
  const unpaidGoods = goods({ paymentState: 'awaitingPayment', paidAt: null, paymentMethod: 'card' })
  const cameBack = goods({ fulfillmentState: 'unfulfilled' })
  const allGoods = [toSend, sentOrder, heldOrder, unpaidGoods, cameBack]
  write(orders, allGoods)
  const goodsLines = allGoods.map(({ orderId }) => ({
    tenantId,
    orderId,
    lineId: newId('line'),
    position: 0,
    name: 'Shirt',
    unitPrice: 3000,
    quantity: 1,
    goodsId: newId('goods'),
    deliveryMethod: 'physical' as const,
    fulfilledQuantity: orderId === sentOrder.orderId ? 1 : 0,
  }))
  write(orderLines, goodsLines)
  write(
    orderBuyers,
    allGoods.map(({ orderId }) => ({ tenantId, orderId, uid: applicant.uid, ...exampleDestination })),
  )
  const fulfillmentId = newId('fulfillment')
  write(fulfillments, {
    tenantId,
    orderId: sentOrder.orderId,
    fulfillmentId,
    state: 'shipped',
    provider: 'yamato',
    createdBy: editor.uid,
    createdAt: at,
    shippedAt: at,
    editedAt: at,
  })
  write(fulfillmentLines, { tenantId, fulfillmentId, lineId: goodsLines[1]?.lineId ?? '', quantity: 1 })
  const returnedParcel = newId('fulfillment')
  write(parcelReturns, {
    tenantId,
    orderId: cameBack.orderId,
    fulfillmentId: returnedParcel,
    provider: 'yamato',
    lines: [{ lineId: goodsLines[4]?.lineId ?? '', quantity: 1 }],
    shippedAt: at,
    returnedAt: at,
    reason: 'refused',
    postage: 0,
    createdBy: editor.uid,
    parcel: {
      state: 'shipped',
      trackingUrl: '',
      note: '',
      createdBy: editor.uid,
      createdAt: at,
      deliveredAt: null,
      importId: null,
      goodsWere: null,
      editedAt: at,
    },
  })
  const importOf = (state: 'waiting' | 'read' | 'applied') => ({
    ...ids,
    importId: newId('import'),
    fileName: 'results.csv',
    size: 100,
    key: `private/${tenantId}/imports/${newId('import')}.csv`,
    state,
    rows: [
      {
        line: 2,
        orderNumber: toSend.orderNumber,
        provider: 'yamato' as const,
        trackingNumber: '123456789013',
        trackingUrl: '',
      },
    ],
    createdBy: editor.uid,
    createdAt: at,
    appliedAt: state === 'applied' ? at : null,
  })
  const [readImport, appliedImport] = [importOf('read'), importOf('applied')]
  write(trackingImports, [readImport, appliedImport])
  const membership = (planId: string, values: Partial<typeof subscriptions.$inferInsert>) => ({
    ...ids,
    subscriptionId: newId('subscription'),
    planId,
    uid: applicant.uid,
    interval: 'month' as const,
    price: 1500,
    method: 'konbini' as const,
    purchasedAt: at - day,
    paidUntil: at + 20 * day,
    latestOrderId: paidOrder.orderId,
    editedAt: at,
    ...values,
  })
  write(subscriptions, [
    membership(held.planId, {}),
    membership(leaving.planId, { cancelAppliedAt: at, cancelScheduledAt: at + 20 * day }),
    membership(changing.planId, { nextPlanId: active.planId }),
  ])
  const boughtMonth = content({
    status: 'active',
    publishingAt: at - 70 * day,
    periodYear: 2020,
    periodMonth: 4,
  })
  const { planContentId: monthId, editedAt } = boughtMonth
  write(contentTable, boughtMonth)
  write(contentPlans, { tenantId, planContentId: monthId, planId: active.planId, visibleFrom: at - 70 * day, editedAt })
  const failedJobId = newId('failed')
  write(failedJobs, {
    ...ids,
    failedJobId,
    job: 'sendMail',
    area: 'mail',
    data: {},
    cause: 'No mailbox.',
    tries: 11,
    failedAt: at,
  })
  const asked = (direction: 'fanToCreator' | 'creatorToPlatform') => ({
    ...ids,
    direction,
    inquiryId: newId('inquiry'),
    fromName: 'Hana',
    from: 'hana@example.test',
    uid: applicant.uid,
    subject: 'A question',
    content: 'Hello.',
    createdAt: at,
    lastMessageAt: at,
  })
  write(oauthConnections, {
    ...ids,
    refreshToken: 'sealed',
    scope: 'openid',
    connectedBy: 'somebody',
    connectedAt: at,
  })
  const [owning] = await database()
    .select({ memberId: tenantMembers.memberId })
    .from(tenantMembers)
    .where(and(eq(tenantMembers.tenantId, tenantId), eq(tenantMembers.role, 'owner')))
  const [letter, question] = [asked('fanToCreator'), asked('creatorToPlatform')]
  write(inquiryTable, [letter, question])
  const comment = { commentId: newId('comment'), planContentId: freeNews.planContentId, uid: applicant.uid }
  write(comments, { ...ids, ...comment, content: 'Thank you for the letter.', status: 'published', commentedAt: at })
  write(contentCounts, { tenantId, planContentId: freeNews.planContentId, comments: 1 })
  const fan = { fanId: newId('fan') }
  write(fans, { ...ids, uid: applicant.uid, ...fan, firstSeenAt: at, lastActiveAt: at, editedAt: at })
  const [stays, owes] = [plan({}), plan({})]
  write(plans, [stays, owes])
  const member = membership(stays.planId, {})
  const owing = membership(owes.planId, { method: 'card', paymentFailedAt: at })
  write(subscriptions, [member, owing])
  const money = await moneyScene(ids, built.owner.uid)

  const eventOf = () =>
    draftEvent(
      newId('event'),
      {
        ...exampleEvent(active.planId),
        english: {},
        schedules: [{ ...exampleSchedule(at), scheduleId: newId('schedule') }],
      },
      at,
    )
  const draftedEvent = eventOf()
  const publishedEvent = publishEvent(eventOf(), 'published', at)
  write(
    events,
    [draftedEvent, publishedEvent].map((event) => eventRow(ids, event)),
  )
  const [ahead] = publishedEvent.schedules
  const streaming = (values: Partial<typeof streamings.$inferInsert> = {}) => ({
    ...ids,
    streamingId: newId('streaming'),
    eventId: publishedEvent.eventId,
    scheduleId: ahead?.scheduleId ?? '',
    streamKey: newId('key'),
    scheduledStartAt: at + 10 * day,
    expiredAt: at + 17 * day,
    createdAt: at,
    createdBy: editor.uid,
    ...values,
  })
  const waiting = streaming()
  const onAir = streaming({ startedAt: at, signalAt: at, hasSignal: true })
  write(streamings, [waiting, onAir])
  const chatMessageId = newId('message')
  const roomOnAir = { tenantId, streamingId: onAir.streamingId }
  write(chatRooms, { ...roomOnAir, lastSeq: 1 })
  write(chatMessages, {
    ...roomOnAir,
    messageId: chatMessageId,
    uid: applicant.uid,
    text: 'Good evening!',
    status: 'published',
    seq: 1,
    saidAt: at,
    moment: 0,
  })
  const shows = { type: 'streaming' as const, streamingId: waiting.streamingId }
  const draftShow = content(shows)
  const scheduledShow = content({ ...shows, status: 'publishmentScheduled', publishingAt: at + 5 * day })
  const activeShow = content({ ...shows, status: 'active', publishingAt: at - day })
  const liveShow = content({
    type: 'streaming',
    streamingId: onAir.streamingId,
    status: 'active',
    publishingAt: at - day,
    viewableBy: 'allUsers',
  })
  write(contentTable, [draftShow, scheduledShow, activeShow, liveShow])
  write(
    contentPlans,
    [scheduledShow, activeShow].map(({ planContentId, publishingAt, editedAt }) => ({
      tenantId,
      planContentId,
      editedAt,
      planId: active.planId,
      visibleFrom: publishingAt ?? at,
    })),
  )

  const accountFile = {
    exportId: newId('export'),
    uid: applicant.uid,
    state: 'completed' as const,
    key: `private/accounts/${applicant.uid}/copy.json`,
    createdAt: at,
    expiresAt: at + day,
  }
  write(accountFiles, accountFile)
  const check = {
    uid: applicant.uid,
    email: applicant.email,
    isChange: false,
    secretHash: hashOf('secret'),
    expiresAt: at + day,
  }
  await database().insert(emailChecks).values(check).onConflictDoUpdate({ target: emailChecks.uid, set: check })
  const exportFile = {
    ...ids,
    exportId: newId('export'),
    type: 'orders' as const,
    format: 'standard',
    encoding: 'utf8bom' as const,
    params: {},
    state: 'completed' as const,
    fileName: 'orders.csv',
    createdBy: built.owner.uid,
    createdAt: at,
  }
  write(exportsTable, {
    ...exportFile,
    key: `private/${tenantId}/exports/${exportFile.exportId}.csv`,
    expiresAt: at + day,
  })
  const shopped = {
    ...shopScene(write, ids, applicant, at),
    ...eventGoodsScene(write, ids, applicant, { at, eventId: publishedEvent.eventId }),
  }

  const pushDevice = newId('device')
  const allowed = {
    endpoint: `https://push.example.com/${pushDevice}`,
    endpointHash: pushDevice,
    p256dh: 'key',
    auth: 'auth',
  }
  write(pushDevices, { ...allowed, deviceId: pushDevice, uid: applicant.uid, name: 'Chrome, Android', createdAt: at })
  const examples = examplesIn({
    ...ids,
    ...shopped,
    ids,
    at,
    slug,
    brandName: 'Aoi',
    freeSlug: newId('brand').replace('brand_', 'b-'),
    suspendedTenant,
    uid: applicant.uid,
    email: applicant.email,
    invitation,
    memberId,
    owningMember: owning?.memberId ?? '',
    mailToken: stopToken({ ...ids, uid: applicant.uid }),
    viewer: randomUUID(),
    pushDevice,
    fanId: fan.fanId,
    draftedApplication: drafted.applicationId,
    submittedApplication: submitted.applicationId,
    draftedSlugs: drafted.form.slugChoices,
    submittedSlugs: submitted.form.slugChoices,
    draftPlan: draft.planId,
    activePlan: active.planId,
    scheduledPlan: scheduled.planId,
    heldPlan: held.planId,
    leavingPlan: leaving.planId,
    changingPlan: changing.planId,
    memberSubscription: member.subscriptionId,
    owingSubscription: owing.subscriptionId,
    ...(await cardMember(write, active, at, { isPaidForReal })),
    sentMedia: sent.mediaId,
    goingMedia: going.mediaId,
    brokenMedia: broken.mediaId,
    sendingUpload: sending.uploadId,
    sentUpload: sent.uploadId,
    sparePlan: spare.planId,
    binnedPlan: binnedPlan.planId,
    binnedContent: binnedNews.planContentId,
    draftNews: draftNews.planContentId,
    scheduledNews: scheduledNews.planContentId,
    activeNews: activeNews.planContentId,
    contentVersion: version.versionId,
    freeNews: freeNews.planContentId,
    draftVideo: draftVideo.planContentId,
    scheduledVideo: scheduledVideo.planContentId,
    activeVideo: activeVideo.planContentId,
    draftShow: draftShow.planContentId,
    scheduledShow: scheduledShow.planContentId,
    activeShow: activeShow.planContentId,
    liveShow: liveShow.planContentId,
    chatMessageId,
    boughtMonth: boughtMonth.planContentId,
    commentId: comment.commentId,
    letter: letter.inquiryId,
    question: question.inquiryId,
    draftedEvent: draftedEvent.eventId,
    publishedEvent: publishedEvent.eventId,
    aheadSchedule: ahead?.scheduleId ?? '',
    waitingStreaming: waiting.streamingId,
    liveStreaming: onAir.streamingId,
    awaited: awaited.orderId,
    paidOrder: paidOrder.orderId,
    openOrder: openOrder.orderId,
    lateOrder: lateOrder.orderId,
    vainOrder: vainOrder.orderId,
    unclaimedOrder: unclaimedId,
    unknownPayment,
    toSend: toSend.orderId,
    lineToSend: goodsLines[0]?.lineId ?? '',
    sentOrder: sentOrder.orderId,
    heldOrder: heldOrder.orderId,
    unpaidGoods: unpaidGoods.orderId,
    fulfillmentId,
    cameBackOrder: cameBack.orderId,
    returnedParcel,
    readImport: readImport.importId,
    appliedImport: appliedImport.importId,
    exportFile: exportFile.exportId,
    accountFile: accountFile.exportId,
    month: money.month,
    returnedPayout: money.returned,
    scheduledPayout: money.scheduled,
    overduePayout: money.overdue,
    sentPayout: money.sent,
    checkedTenant: money.checked.tenantId,
    checkedDocument: money.checked.documentId,
    failedJobId,
  })
  await written()
  return { ...built, applicant, editor, examples }
}

export type Scene = Awaited<ReturnType<typeof scene>>

type Answer = Awaited<ReturnType<typeof request>>

/** Clubs for one act after another: a new one only where what was done to the last one is in the way of the next. */
export const scenes = () => {
  let world: Scene | undefined
  const isDone = ({ status, body }: Answer) => status === 200 && JSON.parse(body).ok !== false
  return async (attempt: (world: Scene) => Promise<Answer>) => {
    const last = world
    world ??= await scene(undefined, { isPaidForReal: true })
    let answer = await attempt(world)
    if (last && !isDone(answer)) {
      world = await scene(undefined, { isPaidForReal: true })
      answer = await attempt(world)
    }
    return { world, answer }
  }
}
