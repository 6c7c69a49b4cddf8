import { createHash, randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { emptyForm, termsVersion } from '#club/applications/application.ts'
import { tenantApplications } from '#club/applications/tables.server.ts'
import { brands } from '#club/brands/tables.server.ts'
import { exportsTable } from '#club/exports/tables.server.ts'
import { fans } from '#club/fans/tables.server.ts'
import { inquiries as inquiryTable } from '#club/inquiries/tables.server.ts'
import { tenantMembers } from '#club/tenants/tables.server.ts'
import { uploads } from '#club/uploads/tables.server.ts'
import { dayTextOf } from '#kit/days.ts'
import { day } from '#kit/time.ts'
import { plans } from '#membership/plans/tables.server.ts'
import { subscriptions } from '#membership/subscriptions/tables.server.ts'
import { customers } from '#money/orders/payments/tables.server.ts'
import { konbiniPayments, latePayments, orderBuyers, orderLines, orders, refunds } from '#money/orders/tables.server.ts'
import { accountFiles } from '#office/accounts/tables.server.ts'
import { oauthConnections } from '#office/dashboard/tables.server.ts'
import { failedJobs } from '#office/failedJobs/tables.server.ts'
import { comments } from '#publishing/comments/tables.server.ts'
import { contentCounts } from '#publishing/contents/public/tables.server.ts'
import { contentPlans, contents as contentTable } from '#publishing/contents/tables.server.ts'
import { videoConversions } from '#publishing/contents/video/tables.server.ts'
import { draft as draftEvent, publish as publishEvent } from '#publishing/events/event.ts'
import { eventRow } from '#publishing/events/queries.server.ts'
import { events } from '#publishing/events/tables.server.ts'
import { streamings } from '#publishing/streamings/tables.server.ts'
import { control } from '#sandbox/control.ts'
import { now } from '#server/clock.ts'
import { database } from '#server/db.ts'
import { stopToken } from '#server/mail/stopToken.ts'
import { payments } from '#server/payments/provider.ts'
import { trackingImports } from '#shop/desk/files/tables.server.ts'
import { fulfillmentLines, fulfillments } from '#shop/parcels/tables.server.ts'
import { addMember, club, newId, type Person, person } from './club'
import { eventGoodsScene } from './eventGoodsScene'
import { moneyScene } from './money'
import { shopScene } from './shopScene'

/** A picture of one pixel. */
const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

export const completeForm = (slug: string) => ({
  ...emptyForm,
  tenantName: 'Hidamari Club',
  legalName: '佐藤 葵',
  legalNameKana: 'サトウ アオイ',
  postalCode: '1500041',
  address: '東京都渋谷区神南 1-2-3',
  phone: '09012345678',
  email: 'aoi@example.test',
  brandName: 'ひだまり',
  slugChoices: [`${slug}-a`, `${slug}-b`] as [string, string],
  description: '月に二度の動画を届けます。',
})

/**
 * A club with one of everything, and for every operation a payload that its rightful caller may send. A new operation
 * without an example here fails the tests that walk the registry.
 */
export const scene = async (people?: { applicant: Person }, { isPaidForReal = false } = {}) => {
  const built = await club()
  const { tenantId, ids, slug } = built
  const applicant = people?.applicant ?? (await person())
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
  await database().insert(plans).values([draft, active, scheduled])

  const editor = await person()
  const memberId = await addMember(tenantId, editor, 'editor')
  const invitation = randomUUID()
  await database()
    .insert(tenantMembers)
    .values({
      tenantId,
      memberId: newId('member'),
      email: `${randomUUID()}@example.test`,
      displayName: '',
      role: 'editor',
      status: 'invited',
      invitationHash: createHash('sha256').update(invitation).digest('hex'),
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
  await database().insert(tenantApplications).values([drafted, submitted])

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
  await database().insert(uploads).values([sending, sent, going, broken])

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
  const draftNews = content({})
  const scheduledNews = content({ status: 'publishmentScheduled', publishingAt: at + 5 * day })
  const activeNews = content({ status: 'active', publishingAt: at - day })
  const freeNews = content({ status: 'active', publishingAt: at - day, viewableBy: 'allUsers' })
  const files = { type: 'video' as const, mediaId: sent.mediaId }
  const draftVideo = content(files)
  const scheduledVideo = content({ ...files, status: 'publishmentScheduled', publishingAt: at + 5 * day })
  const activeVideo = content({ ...files, status: 'active', publishingAt: at - day })
  const published = [scheduledNews, activeNews, scheduledVideo, activeVideo]
  await database()
    .insert(videoConversions)
    .values([
      { tenantId, mediaId: sent.mediaId, status: 'completed', progress: 100, createdAt: at, finishedAt: at },
      { tenantId, mediaId: going.mediaId, status: 'progressing', createdAt: at },
      { tenantId, mediaId: broken.mediaId, status: 'error', reason: 'unreadable', createdAt: at, finishedAt: at },
    ])
  await database()
    .insert(contentTable)
    .values([draftNews, draftVideo, freeNews, ...published])
  await database()
    .insert(contentPlans)
    .values(
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
  await database().insert(plans).values([held, leaving])
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
  }
  const paidId = newId('order')
  const openId = newId('order')
  const payForReal = async () => {
    const customerId = await payments().createCustomer({ uid: paidId, email: applicant.email, name: '' }, paidId)
    const issue = (orderId: string) => payments().issueKonbini({ ...voucher, orderId, customerId }, `k${orderId}`)
    const [paid, open] = [await issue(paidId), await issue(openId)]
    await control({ action: 'payAtStore', intent: paid.id })
    await database().insert(customers).values({ uid: applicant.uid, customerId, createdAt: at })
    return [paid.id, open.id] as const
  }
  const [intentId, openIntentId] = isPaidForReal
    ? await payForReal()
    : ([paidId.replace('order', 'pi'), openId.replace('order', 'pi')] as const)
  const paidOrder = order({ orderId: paidId, paymentState: 'paid', paidAt: at, intentId })
  const lateOrder = order({ paymentState: 'paidLate', intentId: newId('order').replace('order', 'pi') })
  const vainOrder = order({ paymentState: 'paidLate', intentId: newId('order').replace('order', 'pi') })
  const openOrder = order({ orderId: openId, intentId: openIntentId })
  const atStore = [awaited, paidOrder, lateOrder, vainOrder, openOrder]
  await database().insert(orders).values(atStore)
  await database()
    .insert(orderLines)
    .values(
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
  await database()
    .insert(konbiniPayments)
    .values(
      atStore.map(({ orderId }) => ({
        tenantId,
        orderId,
        state: orderId === openId ? ('issued' as const) : ('creating' as const),
        expiresAt: at + day,
      })),
    )
  const { name, email, phone } = voucher
  await database()
    .insert(orderBuyers)
    .values([paidId, openId].map((orderId) => ({ tenantId, orderId, uid: applicant.uid, name, email, phone })))
  await database()
    .insert(latePayments)
    .values([
      { ...ids, orderId: lateOrder.orderId, amount: 1700, arrivedAt: at },
      {
        ...{ ...ids, orderId: vainOrder.orderId, amount: 1700, arrivedAt: at },
        ...{ resolution: 'refunded' as const, resolvedAt: at, resolvedBy: '' },
      },
    ])
  await database()
    .insert(refunds)
    .values({
      tenantId,
      orderId: vainOrder.orderId,
      refundId: newId('refund'),
      amount: 1700,
      state: 'failed',
      reason: 'accountDeleted',
      requestedBy: '',
      requestedAt: at,
      decidedAt: at,
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
  const allGoods = [toSend, sentOrder, heldOrder, unpaidGoods]
  await database().insert(orders).values(allGoods)
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
  await database().insert(orderLines).values(goodsLines)
  const destination = {
    recipientName: '青井 そら',
    recipientPhone: '09012345678',
    postalCode: '1500041',
    prefecture: '東京都',
    town: '渋谷区神南',
    address: '1-2-3',
    building: '',
  }
  await database()
    .insert(orderBuyers)
    .values(allGoods.map(({ orderId }) => ({ tenantId, orderId, uid: applicant.uid, ...destination })))
  const fulfillmentId = newId('fulfillment')
  await database().insert(fulfillments).values({
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
  await database()
    .insert(fulfillmentLines)
    .values({ tenantId, fulfillmentId, lineId: goodsLines[1]?.lineId ?? '', quantity: 1 })
  const parcel = {
    provider: 'yamato',
    providerName: '',
    trackingNumber: '123456789012',
    trackingUrl: '',
    note: '',
    shippedAt: at,
    notify: true,
  }
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
  await database().insert(trackingImports).values([readImport, appliedImport])
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
  await database()
    .insert(subscriptions)
    .values([
      membership(held.planId, {}),
      membership(leaving.planId, { cancelAppliedAt: at, cancelScheduledAt: at + 20 * day }),
    ])
  const boughtMonth = content({
    status: 'active',
    publishingAt: at - 70 * day,
    periodYear: 2020,
    periodMonth: 4,
  })
  const { planContentId: monthId, editedAt } = boughtMonth
  await database().insert(contentTable).values(boughtMonth)
  await database()
    .insert(contentPlans)
    .values({ tenantId, planContentId: monthId, planId: active.planId, visibleFrom: at - 70 * day, editedAt })
  const failedJobId = newId('failed')
  await database()
    .insert(failedJobs)
    .values({
      ...ids,
      failedJobId,
      job: 'sendMail',
      area: 'mail',
      data: {},
      cause: 'No mailbox.',
      tries: 11,
      failedAt: at,
    })
  const ofOrder = ({ orderId }: { orderId: string }) => ({ orderId })
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
  await database()
    .insert(oauthConnections)
    .values({
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
  await database().insert(inquiryTable).values([letter, question])
  const comment = { commentId: newId('comment'), planContentId: freeNews.planContentId, uid: applicant.uid }
  await database()
    .insert(comments)
    .values({ ...ids, ...comment, content: 'Thank you for the letter.', status: 'published', commentedAt: at })
  await database().insert(contentCounts).values({ tenantId, planContentId: freeNews.planContentId, comments: 1 })
  const fan = { fanId: newId('fan') }
  await database()
    .insert(fans)
    .values({ ...ids, uid: applicant.uid, ...fan, firstSeenAt: at, lastActiveAt: at, editedAt: at })
  const [stays, owes] = [plan({}), plan({})]
  await database().insert(plans).values([stays, owes])
  const member = membership(stays.planId, {})
  const owing = membership(owes.planId, { method: 'card', paymentFailedAt: at })
  await database().insert(subscriptions).values([member, owing])
  const money = await moneyScene(ids, built.owner.uid)
  const ofMember = { ...ids, subscriptionId: member.subscriptionId }
  const said = {
    name: 'Letter from the studio',
    description: 'What was recorded.',
    thumbnail: '',
    viewableBy: 'paidUsers',
    planIds: [active.planId],
    backNumberPeriod: { year: 2026, month: 11 },
    text: '{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"Hello."}]}]}',
  }
  const newsSaid = { ...said, imageUrls: [] }
  const videoSaid = { ...said, mediaId: sent.mediaId }
  const naming = ({ planContentId }: { planContentId: string }) => ({ ...ids, planContentId })

  const schedule = {
    doorsOpenAt: at + 10 * day - 3_600_000,
    startAt: at + 10 * day,
    endAt: at + 10 * day + 7_200_000,
    venue: { name: 'Hall', address: 'Shibuya 1-2-3', mapUrl: 'https://example.com/map' },
  }
  const eventSaid = {
    title: 'Winter concert',
    catchCopy: 'Songs.',
    description: 'Two parts.',
    keyVisualUrl: 'https://example.com/visual.png',
    eventType: 'live' as const,
    performers: [{ name: 'Aoi', imageUrl: '', profile: 'Voice.' }],
    performerLine: 'Aoi',
    audience: 'plans' as const,
    planIds: [active.planId],
    contact: 'info@example.test',
    notes: 'Be early.',
  }
  const eventOf = () =>
    draftEvent(newId('event'), { ...eventSaid, schedules: [{ ...schedule, scheduleId: newId('schedule') }] }, at)
  const draftedEvent = eventOf()
  const publishedEvent = publishEvent(eventOf(), 'published', at)
  await database()
    .insert(events)
    .values([draftedEvent, publishedEvent].map((event) => eventRow(ids, event)))
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
  await database().insert(streamings).values([waiting, onAir])
  const ofStreaming = ({ streamingId }: { streamingId: string }) => ({ ...ids, streamingId })
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
  await database().insert(contentTable).values([draftShow, scheduledShow, activeShow, liveShow])
  await database()
    .insert(contentPlans)
    .values(
      [scheduledShow, activeShow].map(({ planContentId, publishingAt, editedAt }) => ({
        tenantId,
        planContentId,
        editedAt,
        planId: active.planId,
        visibleFrom: publishingAt ?? at,
      })),
    )
  const showSaid = { ...said, startAt: at + 11 * day, expiredAt: at + 20 * day }
  const ofEvent = ({ eventId }: { eventId: string }) => ({ ...ids, eventId })

  const accountFile = {
    exportId: newId('export'),
    uid: applicant.uid,
    state: 'completed' as const,
    key: `private/accounts/${applicant.uid}/copy.json`,
    createdAt: at,
    expiresAt: at + day,
  }
  await database().insert(accountFiles).values(accountFile)
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
  await database()
    .insert(exportsTable)
    .values({ ...exportFile, key: `private/${tenantId}/exports/${exportFile.exportId}.csv`, expiresAt: at + day })
  const shopped = {
    ...(await shopScene(ids, applicant, at)),
    ...(await eventGoodsScene(ids, applicant, { at, eventId: publishedEvent.eventId })),
  }

  const terms = { name: 'Galaxy', price: 3000, subscriptionInterval: 'month', description: 'More.', thumbnail: '' }
  const shown = { name: 'Galaxy', description: 'More.', thumbnail: '' }
  const examples: Record<string, Record<string, unknown>> = {
    'me.get': {},
    checkBrandSlug: { slug: 'hidamari', applicationId: drafted.applicationId },
    getMyTenantApplications: {},
    saveTenantApplicationDraft: { applicationId: drafted.applicationId, form: drafted.form },
    submitTenantApplication: {
      applicationId: drafted.applicationId,
      form: drafted.form,
      agreedTermsVersion: termsVersion,
    },
    withdrawTenantApplication: { applicationId: submitted.applicationId },
    replyToApplication: { applicationId: submitted.applicationId, body: 'Hello.' },
    getPendingTenants: { status: 'submitted', pagination: { limit: 20, offset: 0 } },
    getPendingTenant: { applicationId: submitted.applicationId },
    startApplicationReview: { applicationId: submitted.applicationId },
    requestApplicationChanges: { applicationId: submitted.applicationId, message: 'Please add a link.' },
    messageApplicant: { applicationId: submitted.applicationId, body: 'Hello.', visibility: 'internal' },
    approvePendingTenant: {
      applicationId: submitted.applicationId,
      tenantName: 'Hidamari Club',
      brandSlugs: submitted.form.slugChoices,
      email: 'aoi@example.test',
    },
    rejectPendingTenant: { applicationId: submitted.applicationId, reasonCode: 'other', message: 'Not now.' },
    getTenant: { tenantId },
    createBrand: { tenantId, name: 'Minato', slug: newId('brand').replace('brand_', 'b-') },
    getClosing: { tenantId },
    closeBrand: { ...ids, typedName: 'Aoi', message: 'Thank you.' },
    closeTenant: { tenantId, typedName: 'Hoshi Club' },
    updateTenant: { tenantId, name: 'Hoshi Club 2' },
    getTenantMembers: { tenantId, pagination: { limit: 20, offset: 0 } },
    inviteTenantMember: { tenantId, email: 'new@example.test', role: 'editor', brandIds: [built.brandId] },
    updateTenantMember: { tenantId, memberId, role: 'moderator', brandIds: [built.brandId] },
    removeTenantMember: { tenantId, memberId },
    getTenantInvitation: { invitation },
    acceptTenantInvitation: { invitation },
    getBrandProfile: ids,
    updateBrandProfile: {
      ...ids,
      name: 'Aoi',
      brandThumbnail: 'https://example.com/cover.png',
      brandIcon: '',
      description: 'Songs.',
      accentColor: '#2f6f8f',
      links: ['https://example.com/aoi'],
    },
    search: { ...ids, q: 'A-000001' },
    getMyAccount: {},
    exportMyAccount: {},
    getMyAccountFile: { exportId: accountFile.exportId },
    deleteMyAccount: { typedEmail: applicant.email },
    getNotifications: ids,
    markNotificationsSeen: { ...ids, until: at },
    getNotificationSettings: { tenantId },
    saveNotificationSettings: { tenantId, byMail: ['orderPaid'] },
    getBrandHome: ids,
    getExportUrl: { ...ids, exportId: exportFile.exportId },
    exportFans: { ...ids, encoding: 'utf8bom', segment: 'subscriber' },
    exportSubscribers: { ...ids, encoding: 'sjis', tab: 'living' },
    exportSales: { ...ids, encoding: 'utf8bom', from: at - 30 * day, to: at },
    getPublicBrandProfile: ids,
    getBrandMetadataBySlug: { brandSlug: slug },
    getPlans: { ...ids, status: 'active', pagination: { limit: 20, offset: 0 } },
    getPlan: { ...ids, planId: active.planId },
    getPlanStatistics: ids,
    getPlanFees: ids,
    createDraftPlan: { ...ids, ...terms },
    createActivePlan: { ...ids, ...terms },
    activateDraftPlan: { ...ids, planId: draft.planId, ...terms },
    updateDraftPlan: { ...ids, planId: draft.planId, ...terms },
    updateActivePlan: { ...ids, planId: active.planId, ...shown },
    updateScheduledToBeArchivedPlan: { ...ids, planId: scheduled.planId, ...shown },
    getPlanForArchive: { ...ids, planId: active.planId },
    scheduleToArchivePlan: { ...ids, planId: active.planId, archivingAt: at + 60 * day, messageToMembers: 'Thanks.' },
    cancelScheduledArchive: { ...ids, planId: scheduled.planId },
    getPublicPlans: ids,
    getPublicPlan: { ...ids, planId: active.planId },
    getSignedUrlForPlanContentAttachmentUpload: {
      ...ids,
      type: 'image',
      fileName: 'cover.png',
      contentType: 'image/png',
      size: 1000,
    },
    getPlanContentsWithPlans: {
      ...ids,
      status: 'active',
      type: 'news',
      planId: active.planId,
      month: { year: 2026, month: 11 },
      q: 'Letter',
      pagination: { limit: 20, offset: 0 },
    },
    getPrivatePlanContent: naming(activeNews),
    getScheduledActions: { ...ids, from: at, to: at + 31 * day },
    revertPlanContentToDraft: naming(activeNews),
    deletePlanContent: naming(draftNews),
    reschedulePlanContentPublishment: { ...naming(scheduledNews), publishingAt: at + 6 * day },
    createDraftPlanContentNews: { ...ids, ...newsSaid },
    createActivePlanContentNews: { ...ids, ...newsSaid },
    createPublishmentScheduledPlanContentNews: { ...ids, ...newsSaid, publishingAt: at + 6 * day },
    updatePlanContentNewsAsDraft: { ...naming(draftNews), ...newsSaid },
    updatePlanContentNewsAsActive: { ...naming(activeNews), ...newsSaid },
    scheduleToPublishPlanContentNews: { ...naming(draftNews), ...newsSaid, publishingAt: at + 6 * day },
    updatePublishmentScheduledPlanContentNews: { ...naming(scheduledNews), ...newsSaid },
    createDraftPlanContentVideo: { ...ids, mediaId: sent.mediaId },
    updatePlanContentVideoAsDraft: { ...naming(draftVideo), ...videoSaid },
    updatePlanContentVideoAsActive: { ...naming(activeVideo), ...videoSaid },
    scheduleToPublishPlanContentVideo: { ...naming(draftVideo), ...videoSaid, publishingAt: at + 6 * day },
    updatePublishmentScheduledPlanContentVideo: { ...naming(scheduledVideo), ...videoSaid },
    getEmbedBlockData: { source: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' },
    getPlanContentVideoConversionStatus: { ...ids, mediaId: sent.mediaId },
    cancelVideoConversion: { ...ids, mediaId: going.mediaId },
    retryVideoConversion: { ...ids, mediaId: broken.mediaId },
    getSignedUrlForPlanContentVideoUpload: { ...ids, fileName: 'live.mp4' },
    startMultipartUpload: {
      ...ids,
      fileName: 'live.mp4',
      purpose: 'video',
      contentType: 'video/mp4',
      size: 10_000_000,
    },
    getSignedUrlsForMultipartUpload: { ...ids, uploadId: sending.uploadId, fileName: 'live.mp4', numOfParts: 2 },
    completeMultipartUpload: {
      tenantId,
      uploadId: sent.uploadId,
      fileName: 'live.mp4',
      parts: [{ partNumber: 1, etag: '"d41d8cd98f00b204e9800998ecf8427e"' }],
    },
    getEvents: {
      ...ids,
      status: 'current',
      type: 'live',
      from: at,
      to: at + 30 * day,
      q: 'Winter',
      sort: '-startAt',
      pagination: { limit: 20, offset: 0 },
    },
    getEvent: ofEvent(draftedEvent),
    createDraftEvent: { ...ids, ...eventSaid, schedules: [schedule] },
    updateEvent: {
      ...ofEvent(publishedEvent),
      ...eventSaid,
      schedules: [{ ...schedule, scheduleId: ahead?.scheduleId }],
    },
    publishEvent: { ...ofEvent(draftedEvent), visibility: 'unlisted' },
    scheduleEvent: { ...ofEvent(draftedEvent), publishAt: at + 2 * day },
    unpublishEvent: ofEvent(publishedEvent),
    postponeEvent: {
      ...ofEvent(publishedEvent),
      reason: 'Snow.',
      times: [{ scheduleId: ahead?.scheduleId, doorsOpenAt: null, startAt: at + 20 * day, endAt: null }],
    },
    getGoodsOfEvent: ofEvent(publishedEvent),
    cancelEvent: { ...ofEvent(publishedEvent), reason: 'Snow.', refundPolicy: 'All of it.' },
    duplicateEvent: ofEvent(publishedEvent),
    getPublicEvents: { ...ids, period: 'ahead', pagination: { limit: 20, offset: 0 } },
    getPublicEvent: ofEvent(publishedEvent),
    createDraftPlanContentStreaming: { ...ids, streamingId: waiting.streamingId, eventId: publishedEvent.eventId },
    updatePlanContentStreamingAsDraft: { ...naming(draftShow), ...showSaid },
    updatePlanContentStreamingAsActive: { ...naming(activeShow), ...showSaid },
    scheduleToPublishPlanContentStreaming: { ...naming(draftShow), ...showSaid, publishingAt: at + 6 * day },
    updatePublishmentScheduledPlanContentStreaming: { ...naming(scheduledShow), ...showSaid },
    createStreaming: {
      ...ofEvent(publishedEvent),
      scheduleId: ahead?.scheduleId,
      scheduledStartAt: at + 10 * day,
      recordingOn: true,
      expiredAt: 'indefinite',
    },
    getStreamings: ofEvent(publishedEvent),
    getStreaming: ofStreaming(onAir),
    rotateStreamKey: ofStreaming(waiting),
    setAutoStart: { ...ofStreaming(waiting), autoStart: true },
    noteWatching: { tenantId, planContentId: liveShow.planContentId, viewer: '0123456789abcdef' },
    rescheduleAction: { ...ids, target: 'content', targetId: scheduledNews.planContentId, runAt: at + 8 * day },
    cancelScheduledAction: { ...ids, target: 'content', targetId: scheduledNews.planContentId },
    startLive: ofStreaming(waiting),
    endLive: ofStreaming(onAir),
    setVodAvailability: { ...ofStreaming(waiting), visibilityOnReady: 'staffCheck', availableAt: at + 12 * day },
    extendStreaming: { ...ofStreaming(waiting), expiredAt: at + 30 * day },
    postStreamingNotice: { ...ofStreaming(onAir), text: 'Soon.' },
    getPublicPlanContents: { ...ids, filterOption: { type: 'planContents', planId: active.planId } },
    getPublicPlanContent: { tenantId, planContentId: freeNews.planContentId },
    getPublicPlanContentWithPlans: naming(activeNews),
    getPlanContentMetadata: { tenantId, planContentId: activeNews.planContentId },
    getFanclubSitemapInfo: {},
    explainMyAccess: { tenantId, planContentId: activeNews.planContentId },
    explainAccess: { ...naming(activeNews), uid: applicant.uid, at },
    noteContentView: { tenantId, planContentId: freeNews.planContentId, viewer: randomUUID() },
    lovePlanContent: { tenantId, planContentId: freeNews.planContentId },
    unLovePlanContent: { tenantId, planContentId: freeNews.planContentId },
    getPublicPlanBackNumbers: {
      ...ids,
      filterOption: { type: 'planContents', planId: active.planId },
      pagination: { limit: 20, offset: 0 },
    },
    getPublicPlanContentWithBackNumbers: { tenantId, planContentId: activeNews.planContentId },
    getPublicPlanBackNumber: { ...ids, planId: active.planId, period: { year: 2026, month: 10 } },
    getPublicBackNumberCalendar: { ...ids, planId: active.planId, year: 2026 },
    getPlanBackNumbersAdmin: { ...ids, planId: active.planId, year: 2026 },
    updateBackNumber: {
      ...ids,
      planId: active.planId,
      period: { year: 2026, month: 10 },
      priceOverride: 700,
      saleState: 'onSale',
    },
    getPublicPlanContentComments: { tenantId, planContentId: freeNews.planContentId },
    postCommentToPlanContent: { tenantId, planContentId: freeNews.planContentId, content: 'Thank you.' },
    deleteCommentFromPlanContent: { tenantId, commentId: comment.commentId },
    editComment: { tenantId, commentId: comment.commentId, content: 'Thank you for the letters.' },
    reportComment: { tenantId, commentId: comment.commentId, reason: 'Unkind.' },
    getComments: {
      ...ids,
      tab: 'all',
      planContentId: freeNews.planContentId,
      userId: applicant.uid,
      q: 'Thank',
      from: at - day,
      to: at + day,
      pagination: { limit: 20, offset: 0 },
    },
    pinComment: { ...ids, commentId: comment.commentId, pinned: true },
    moderateComments: { ...ids, ids: [comment.commentId], action: 'hide', reason: 'Unkind.' },
    setCommentBan: { ...ids, userId: applicant.uid, until: 'indefinite', reason: 'Unkind.', hidePrevious: true },
    setWatchedWords: { ...ids, words: ['spam'] },
    getMyProfile: {},
    getMailSettings: {},
    setNewsByMail: { ...ids, isOn: false },
    setEmailVisible: { ...ids, isOn: false },
    stopNewsByMail: { token: stopToken({ ...ids, uid: applicant.uid }) },
    updateMyProfile: { displayName: 'Hana', icon: '' },
    uploadMyIcon: { contentType: 'image/png', data: onePixel },
    getInquiries: {
      ...ids,
      direction: 'fanToCreator',
      tab: 'all',
      q: 'question',
      pagination: { limit: 20, offset: 0 },
    },
    getInquiry: { ...ids, inquiryId: letter.inquiryId },
    createInquiry: { ...ids, subject: 'Another name', content: 'May the brand have another address?' },
    replyToInquiry: { ...ids, inquiryId: letter.inquiryId, content: 'Thank you.' },
    setInquiryState: { ...ids, inquiryId: letter.inquiryId, state: 'closed' },
    assignInquiry: { ...ids, inquiryId: letter.inquiryId, memberId: owning?.memberId ?? '' },
    getPlatformInquiries: { tab: 'all', q: 'question', assigned: 'unassigned', pagination: { limit: 20, offset: 0 } },
    getPlatformInquiry: { inquiryId: question.inquiryId },
    assignPlatformInquiry: { inquiryId: question.inquiryId, operatorEmail: 'operator@tsudoi.test' },
    replyToPlatformInquiry: { inquiryId: question.inquiryId, content: 'Yes.' },
    setPlatformInquiryState: { inquiryId: question.inquiryId, state: 'closed' },
    'dashboard/getLookerSignedUrlUrl': { brandFirestoreId: ids.brandId, src: '/embed/dashboards/1' },
    'dashboard/getOAuthRedirectUrl': ids,
    'dashboard/createOAuthRefreshToken': { tenantId, brandFirestoreId: ids.brandId, code: 'a-code' },
    getBrandStats: { ...ids, from: '2026-10-01', to: '2026-10-31' },
    recountBrandDay: { ...ids, day: dayTextOf(at - day) },
    getMemberMoves: {
      ...ids,
      from: '2026-10-01',
      to: '2026-10-31',
      kind: 'joined',
      pagination: { limit: 20, offset: 0 },
    },
    getDashboardConnection: ids,
    removeDashboardConnection: ids,
    contactCreator: { ...ids, fromName: 'Hana', from: 'hana@example.test', subject: 'A question', content: 'Hello.' },
    abortMultipartUpload: { tenantId, uploadId: sending.uploadId },
    purchasePlanSubscription: { tenantId, planId: active.planId, returnPath: '/fc/me/plans' },
    purchasePlanSubscriptionKonbini: { tenantId, planId: active.planId, returnPath: null },
    purchasePlanBackNumber: {
      tenantId,
      planId: active.planId,
      planContentId: boughtMonth.planContentId,
      paymentType: 'konbini',
      returnPath: null,
    },
    getKonbiniPayment: ofOrder(awaited),
    issueKonbiniPayment: { ...ofOrder(awaited), name: '青井 そら', email: 'aoi@example.test', phone: '09012345678' },
    cancelPaymentKonbini: ofOrder(awaited),
    getOrderPaymentUrl: ofOrder(awaited),
    getOrderReceiptUrl: ofOrder(paidOrder),
    getOrderReceipt: ofOrder(paidOrder),
    getOrderReceiptFile: ofOrder(paidOrder),
    getFanClubOrderHistory: { filterOption: { orderItemType: 'plan' }, pagination: { limit: 20, offset: 0 } },
    getOrders: {
      ...ids,
      tab: 'done',
      kind: 'plan',
      method: 'konbini',
      q: 'A-',
      dateField: 'paidAt',
      from: at - day,
      to: at + day,
      uid: 'fan_none',
      isPaid: true,
      shippedFrom: at - day,
      shippedTo: at + day,
      carrier: 'yamato',
      amountFrom: 1,
      amountTo: 5000,
      pagination: { limit: 20, offset: 0 },
    },
    getOrderChoices: ids,
    getOrderIds: { ...ids, tab: 'todo', after: { placedAt: at + day, orderId: 'order_none' } },
    getOrder: { ...ids, ...ofOrder(paidOrder) },
    refundOrder: { ...ids, ...ofOrder(paidOrder), amount: 500, reason: 'twice' },
    extendVoucher: { ...ids, ...ofOrder(openOrder) },
    resolveLatePayment: { ...ids, ...ofOrder(lateOrder), action: 'refund' },
    startPreparing: { ...ids, orderIds: [toSend.orderId] },
    createFulfillment: {
      ...ids,
      ...ofOrder(toSend),
      lines: [{ lineId: goodsLines[0]?.lineId ?? '', quantity: 1 }],
      ...parcel,
    },
    updateFulfillment: { ...ids, ...ofOrder(sentOrder), fulfillmentId, ...parcel },
    shipOrders: {
      ...ids,
      provider: 'yamato',
      providerName: '',
      parcels: [{ orderId: toSend.orderId, trackingNumber: '123456789013' }],
      notify: false,
    },
    markDelivered: { ...ids, orderIds: [sentOrder.orderId] },
    stepFulfillmentBack: { ...ids, ...ofOrder(sentOrder), fulfillmentId, reason: 'Wrong.' },
    cancelOrder: { ...ids, ...ofOrder(unpaidGoods), reason: 'None left.', restock: true },
    addOrderNote: { ...ids, ...ofOrder(toSend), note: 'Called.' },
    updateOrderAddress: { ...ids, ...ofOrder(toSend), ...destination },
    holdOrder: { ...ids, ...ofOrder(toSend), reason: 'Address?' },
    releaseOrder: { ...ids, ...ofOrder(heldOrder) },
    resendOrderMail: { ...ids, ...ofOrder(sentOrder), kind: 'shipped' },
    revealOrderAddress: { ...ids, ...ofOrder(toSend) },
    exportOrders: {
      ...ids,
      format: 'b2cloud',
      encoding: 'utf8bom',
      tab: 'all',
      slipType: 'compact',
      sender: {
        name: '星の工房',
        phone: '03-0000-0000',
        postalCode: '150-0041',
        address: '東京都渋谷区神南1-2',
        building: '',
      },
      orderIds: [toSend.orderId],
    },
    getExports: { ...ids, type: 'orders', pagination: { limit: 20, offset: 0 } },
    startTrackingImport: { ...ids, fileName: 'results.csv', size: 100 },
    previewTrackingImport: { ...ids, importId: readImport.importId },
    applyTrackingImport: { ...ids, importId: readImport.importId, notify: true },
    undoTrackingImport: { ...ids, importId: appliedImport.importId },
    getTrackingImport: { ...ids, importId: readImport.importId },
    getTrackingImports: { ...ids, pagination: { limit: 20, offset: 0 } },
    getPackingSlips: { ...ids, orderIds: [toSend.orderId] },
    getActiveMyPlans: {},
    getCanceledMyPlans: {},
    getActiveUserPlan: { planId: held.planId },
    changePaymentMethod: { returnUrl: '/fc/me/plans' },
    payWithNewCard: {},
    cancelPlanSubscription: { planId: held.planId, cancelAtPeriodEnd: true, cancelReason: 'other' },
    resumePlanSubscription: { planId: leaving.planId },
    moveSubscriptionToCard: { planId: held.planId, returnPath: null },
    ...shopped,
    getFans: {
      ...ids,
      segment: 'follower',
      planId: active.planId,
      label: 'VIP',
      isRestricted: false,
      monthsAtLeast: 2,
      lifetimeAtLeast: 1000,
      joinedFrom: at - day,
      joinedTo: at,
      q: 'Hana',
      sort: '-lifetimeAmount',
      pagination: { limit: 20, offset: 0 },
    },
    getFan: { ...ids, ...fan },
    updateFan: { ...ids, ...fan, labels: ['VIP'], note: 'Writes often.', expectedEditedAt: at },
    labelFans: { ...ids, fanIds: [fan.fanId], label: 'VIP', on: true },
    blockFan: { ...ids, ...fan, on: true, reason: 'Unkind.' },
    revealFan: { ...ids, ...fan, reason: 'A parcel came back.' },
    grantComplimentaryTerm: { ...ids, ...fan, planId: active.planId, months: 3, reason: 'Helped at the stage.' },
    getSubscribers: {
      ...ids,
      tab: 'living',
      planId: active.planId,
      method: 'card',
      interval: 'month',
      renewsWithin: 30,
      joinedIn: '2026-10',
      endedIn: '2026-11',
      monthsAtLeast: 3,
      asOf: at - day,
      q: 'Hana',
      pagination: { limit: 20, offset: 0 },
    },
    getSubscriber: ofMember,
    getSubscriberSummary: { ...ids, month: '2026-10' },
    remindPayment: { ...ids, subscriptionId: owing.subscriptionId },
    extendTerm: { ...ofMember, days: 7, reason: 'The stream failed.' },
    cancelSubscriptionByStaff: { ...ofMember, reason: 'Asked by letter.' },
    getAuditLog: {
      tenantId,
      brandId: built.brandId,
      topic: 'fans',
      memberId,
      from: at - day,
      to: at + day,
      pagination: { limit: 20, offset: 0 },
    },
    getSales: {
      ...ids,
      from: at - 30 * day,
      to: at + day,
      kind: 'plan',
      method: 'card',
      planId: active.planId,
      goodsId: 'goods_none',
      eventId: 'event_none',
      isRefunded: true,
      pagination: { limit: 20, offset: 0 },
    },
    getSalesSummary: {
      ...ids,
      from: at - 30 * day,
      to: at + day,
      kind: 'plan',
      method: 'card',
      planId: active.planId,
      goodsId: 'goods_none',
      eventId: 'event_none',
      groupBy: 'week',
    },
    getRevenueMonths: { ...ids, pagination: { limit: 20, offset: 0 } },
    getRevenue: { ...ids, month: money.month },
    checkRevenue: { ...ids, month: money.month },
    getLedgerEntries: {
      ...ids,
      month: money.month,
      part: 'gross',
      kind: 'plan',
      pagination: { limit: 20, offset: 0 },
    },
    exportStatement: { ...ids, month: money.month, format: 'pdf', encoding: 'sjis' },
    getPayouts: { ...ids, pagination: { limit: 20, offset: 0 } },
    retryPayout: { ...ids, payoutId: money.returned },
    getPayoutDesk: { state: 'scheduled', pagination: { limit: 20, offset: 0 } },
    finalizeStatements: { month: money.month },
    getPayoutPreflight: { month: money.month },
    createPayoutBatch: { month: money.month },
    exportZenginFile: { payoutIds: [money.scheduled] },
    reschedulePayoutBatch: { payoutIds: [money.overdue] },
    correctStatement: { ...ids, month: money.month, amount: -1000, reason: 'Counted twice.' },
    markPayoutReturned: { payoutId: money.sent, reason: 'nameMismatch', fee: 880, note: 'Told by the bank.' },
    searchBanks: { ...ids, q: 'みずほ' },
    searchBranches: { ...ids, bankCode: '0001', q: '渋谷' },
    convertYucho: { ...ids, kigou: '11940', bangou: '12345671' },
    normalizeHolderKana: { ...ids, text: 'さとう あおい', holderType: 'individual' },
    getBankAccount: ids,
    saveBankAccount: {
      ...ids,
      bankCode: '0001',
      branchCode: '001',
      accountType: 'ordinary',
      accountNumber: '1234567',
      holderName: 'サトウ アオイ',
      holderType: 'individual',
      bankName: '',
      branchName: '',
    },
    submitIdentityCheck: {
      ...ids,
      documents: [{ kind: 'front', contentType: 'image/png', data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAAB' }],
    },
    getIdentityChecks: { state: 'submitted', pagination: { limit: 20, offset: 0 } },
    getIdentityDocument: money.checked,
    decideIdentityCheck: { tenantId: money.checked.tenantId, outcome: 'failed', reason: 'Blurred.' },
    getWaitingMoney: { pagination: { limit: 20, offset: 0 } },
    refundWaitingMoney: { ...ofOrder(vainOrder), email: 'sora@example.test' },
    getFailedJobs: { state: 'waiting', pagination: { limit: 20, offset: 0 } },
    settleFailedJobs: { failedJobIds: [failedJobId], outcome: 'dismissed' },
  }
  return { ...built, applicant, editor, examples }
}
