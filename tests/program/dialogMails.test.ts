import { expect, test } from 'vitest'
import { applications } from '#club/applications/contract.ts'
import { applicationApproved, applicationRejected, changesRequested } from '#club/applications/mails.ts'
import { tenants } from '#club/tenants/contract.ts'
import { invitationAhead } from '#club/tenants/lettersAhead.ts'
import { serverConfig } from '#config.server.ts'
import { formatYen } from '#kit/money.ts'
import { day } from '#kit/time.ts'
import { staffSubscriptions } from '#membership/subscriptions/staff/contract.ts'
import { endedByClub, paymentReminder } from '#membership/subscriptions/staff/mails.ts'
import { monthAfter, monthOf } from '#money/ledger/ledger.ts'
import { bankAccounts } from '#money/payouts/bankAccounts/contract.ts'
import { identityDecided, payoutReturnedMail } from '#money/payouts/bankAccounts/mails.ts'
import { payoutDesk, revenue } from '#money/payouts/revenue/contract.ts'
import { finalFrom } from '#money/payouts/revenue/statement.ts'
import { closing } from '#office/club/closing/contract.ts'
import { closedByOwner } from '#office/club/closing/mails.ts'
import { clubPage } from '#office/club/contract.ts'
import { comments } from '#publishing/comments/contract.ts'
import { commentAnswered, commentRemoved } from '#publishing/comments/mails.ts'
import { now } from '#server/clock.ts'
import { pool } from '#server/db.ts'
import { approval, rejection, submit } from '../support/application'
import { addMember, ask, club, newId, operator, type Person, person } from '../support/club'
import { addContent } from '../support/fan'
import { mailsTo } from '../support/mail'
import { addAccount, setIdentity, sold } from '../support/money'
import { tokyo } from '../support/plan'
import { issue, joinAtStore, joinByCard, moveTo, myPlan, newFan, settled, shop } from '../support/shop'

/* Dialogs of staff and operators show the mails that leave: to how many, word for word, as their readers read them. */

const origin = serverConfig().PUBLIC_ORIGIN
type Shop = Awaited<ReturnType<typeof shop>>
type Letter = { subject: string; text: string }
const said = (letters: readonly Letter[]) => letters.map(({ subject, text }) => [subject, text.trim()])
const sentTo = async ({ email }: { email: string }, act: () => Promise<unknown>) => {
  const before = (await mailsTo(email)).length
  await act()
  await settled()
  return (await mailsTo(email)).slice(before)
}
const readsEnglish = ({ uid, email }: Person) =>
  pool().query(
    `insert into people (uid, email, locale, display_name, created_at, edited_at) values ($1, $2, 'en', 'Sora', now(), now())
      on conflict (uid) do update set locale = 'en', display_name = 'Sora'`,
    [uid, email],
  )

/** A member, as the dialogs of the member's page see it. */
const shownOf = async (of: Shop, fan: Person) => {
  await readsEnglish(fan)
  const { rows } = await pool().query('select subscription_id as id from subscriptions where uid = $1', [fan.uid])
  const its = { ...of.ids, subscriptionId: rows[0].id }
  const { subscriber, to } = await ask(staffSubscriptions.getSubscriber, its, of.owner)
  expect(to).toEqual({ locale: 'en', displayName: 'Sora', isReachable: true })
  return { its, subscriber, to: { origin, locale: to.locale, name: to.displayName } }
}

test.each(['an order waits', 'no order waits'])(
  'the reminder that staff read is the one that is sent, where %s',
  async (how) => {
    const [of, fan] = [await shop(), await newFan()]
    await joinAtStore(of, fan)
    const joined = await myPlan(of, fan)
    await moveTo((joined && 'expiredAt' in joined ? joined.expiredAt : 0) - 9 * day)
    const next = await myPlan(of, fan)
    if (how === 'no order waits') {
      await pool().query("update orders set payment_state = 'canceled', closed_at = now() where order_id = $1", [
        next && 'latestOrderId' in next ? next.latestOrderId : '',
      ])
    }
    const { its, subscriber, to } = await shownOf(of, fan)
    const { planName: item, method, orders } = subscriber
    const awaited = orders.find(({ paymentState }) => paymentState === 'awaitingPayment')
    expect(awaited === undefined).toBe(how === 'no order waits')
    const shown = paymentReminder(to, { brandName: 'Aoi', item, method }, awaited?.orderId ?? null)
    const sent = await sentTo(fan, () => ask(staffSubscriptions.remindPayment, its, of.owner))
    expect(said(sent)).toEqual(said([shown]))
  },
)

test.each(['by card', 'at a store', 'at a store, with the next term ordered'])(
  'the end of a membership that staff read is the one that is sent, paid %s',
  async (how) => {
    const [of, fan] = [await shop(), await newFan()]
    await (how === 'by card' ? joinByCard(of, fan) : joinAtStore(of, fan))
    const joined = await myPlan(of, fan)
    if (how.includes('next')) {
      await moveTo((joined && 'expiredAt' in joined ? joined.expiredAt : 0) - 9 * day)
      const next = await myPlan(of, fan)
      await issue(next && 'latestOrderId' in next ? next.latestOrderId : '', fan)
    }
    const { its, subscriber, to } = await shownOf(of, fan)
    const shown = endedByClub(to, { brandName: 'Aoi', item: subscriber.planName, staysOpen: true })
    const sent = await sentTo(fan, () =>
      ask(staffSubscriptions.cancelSubscriptionByStaff, { ...its, reason: 'Asked.' }, of.owner),
    )
    expect(said(sent)).toEqual(said([shown]))
  },
)

test('a member without an address gets none, and the dialog knows it', async () => {
  const [of, fan] = [await shop(), await newFan()]
  await joinByCard(of, fan)
  const { its } = await shownOf(of, fan)
  await pool().query("update people set email = '' where uid = $1", [fan.uid])
  const { to } = await ask(staffSubscriptions.getSubscriber, its, of.owner)
  expect(to.isReachable).toBe(false)
})

test('an applicant is written to in the language of the application, which the desk reads', async () => {
  const decider = await operator()
  const applied = async () => {
    const applicant = await person()
    const { applicationId, form } = await submit(applicant)
    await pool().query("update tenant_applications set locale = 'en' where application_id = $1", [applicationId])
    const { application } = await ask(applications.getPendingTenant, { applicationId }, decider)
    expect(application).toMatchObject({ locale: 'en', applicantEmail: applicant.email })
    return { applicant, applicationId, form, to: { origin, locale: application.locale, name: '' } }
  }
  const changed = await applied()
  const { applicationId } = changed
  const asks = () => ask(applications.requestApplicationChanges, { applicationId, message: 'A link.' }, decider)
  expect(said(await sentTo(changed.applicant, asks))).toEqual(said([changesRequested(changed.to)]))
  const refused = await applied()
  const refuses = () => ask(applications.rejectPendingTenant, rejection(refused.applicationId), decider)
  expect(said(await sentTo(refused.applicant, refuses))).toEqual(said([applicationRejected(refused.to)]))
  const opened = await applied()
  const email = `${newId('person')}@example.test`
  let tenantId = ''
  const opens = async () => {
    const payload = approval(opened.applicationId, opened.form.slugChoices, { email })
    const answer = await ask(applications.approvePendingTenant, payload, decider)
    tenantId = (answer.ok && answer.tenantId) || expect.fail('A club is opened.')
  }
  const [mail] = await sentTo({ email }, opens)
  // The club has its id once it is opened: until then the mail's link says so.
  const shown = applicationApproved(opened.to, 'toCome')
  expect(shown.text).not.toMatch(/\/tenants\/$/m)
  expect(mail?.text).toMatch(new RegExp(`/en/tenants/${tenantId}$`, 'm'))
  expect([mail?.subject, mail?.text.replace(tenantId, '(the id of the new club)').trim()]).toEqual(said([shown])[0])
})

test('where a payout came back, each owner reads it in the own language, and the desk reads both', async () => {
  const [of, desk] = [await shop(), await operator()]
  const month = monthAfter(monthOf(now()), -1)
  await sold(of.ids, 20_000, tokyo(`${month}-15T12:00`))
  const final = finalFrom(month) + day
  if (final > now()) await moveTo(final)
  await ask(payoutDesk.finalizeStatements, { month }, desk)
  await addAccount(of.ids, of.owner.uid)
  await setIdentity(of.tenantId, of.owner.uid)
  await ask(payoutDesk.createPayoutBatch, { month }, desk)
  const { payoutId = '', amount = 0, fee = 0 } = (await ask(revenue.getPayouts, of.ids, of.owner)).payouts[0] ?? {}
  await ask(payoutDesk.exportZenginFile, { payoutIds: [payoutId] }, desk)
  const [second, third] = [await person(), await person()]
  for (const one of [second, third]) await addMember(of.tenantId, one, 'owner')
  await readsEnglish(second)
  await pool().query("update people set email = '' where uid = $1", [third.uid])
  await pool().query("update tenant_members set email = '' where uid = $1", [third.uid])
  const told = await ask(payoutDesk.getPayoutOwners, { tenantId: of.tenantId }, desk)
  expect(told).toEqual({ owners: 2, locales: ['en', 'ja'] })
  const sum = { amount: formatYen(amount - fee), fee: formatYen(880), note: 'By phone.', reason: 'other' as const }
  const [en, ja] = told.locales.map((locale) =>
    payoutReturnedMail({ origin, locale }, { ...of.ids, brandName: 'Aoi', ...sum }),
  )
  const returned = { payoutId, reason: 'other' as const, fee: 880, note: 'By phone.' }
  const mails = await sentTo(second, () => ask(payoutDesk.markPayoutReturned, returned, desk))
  expect(said(mails)).toEqual(said(en ? [en] : []))
  expect(said((await mailsTo(of.owner.email)).slice(-1))).toEqual(said(ja ? [ja] : []))
  expect(await mailsTo(third.email)).toEqual([])
})

test('who removes comments reads what each author is told, and to how many it goes', async () => {
  const { ids, tenantId, owner } = await club()
  const planContentId = await addContent(ids, { viewableBy: 'allUsers', name: 'Studio' })
  const authors = [await person(), await person(), owner] as const
  const [hana, silent] = authors
  const post = async (by: Person) =>
    (await ask(comments.postCommentToPlanContent, { tenantId, planContentId, content: 'Hello.' }, by)).commentId
  const all = [await post(hana), await post(hana), await post(silent), await post(owner)]
  await readsEnglish(hana)
  await pool().query("update people set email = '' where uid = $1", [silent.uid])
  const asked = { ...ids, ids: all }
  const { mails, ...brand } = await ask(comments.getRemovalMails, asked, owner)
  // One mail each, and none about an own comment.
  expect(mails.map(({ to, removed }) => [to.isReachable, removed.length]).toSorted()).toEqual([
    [false, 1],
    [true, 2],
  ])
  const { to, removed } = mails.find((one) => one.to.isReachable) ?? expect.fail('One is told.')
  const shown = commentRemoved({ origin, locale: to.locale, name: to.displayName }, { ...brand, removed })
  expect(shown.text).toContain('Hello Sora,')
  const sent = await sentTo(hana, () => ask(comments.moderateComments, { ...asked, action: 'delete' }, owner))
  expect(said(sent)).toEqual(said([shown]))
  expect((await ask(comments.getRemovalMails, asked, owner)).mails).toEqual([])
})

test('an answer to a comment is told as its dialog shows, and nobody is told of an own one', async () => {
  const { ids, tenantId, owner } = await club()
  const planContentId = await addContent(ids, { viewableBy: 'allUsers', name: 'Winter letter' })
  const [hana, silent] = [await person(), await person()]
  const asked = { tenantId, planContentId }
  const write = async (content: string, by: Person) =>
    (await ask(comments.postCommentToPlanContent, { ...asked, content }, by)).commentId
  const [asking, unheard, own] = [await write('A', hana), await write('B', silent), await write('C', owner)]
  await readsEnglish(hana)
  await pool().query("update people set email = '' where uid = $1", [silent.uid])
  const shownFor = (commentId: string) => ask(comments.getReplyMail, { ...ids, commentId }, owner)
  expect([(await shownFor(unheard)).to, (await shownFor(own)).to]).toEqual([null, null])
  const told = await shownFor(asking)
  const letter = commentAnswered({ origin, locale: told.to?.locale ?? 'ja', name: told.to?.displayName ?? '' }, told)
  expect(letter.text).toContain('Hello Sora,')
  const sent = await sentTo(hana, async () => {
    for (const commentId of [asking, unheard, own])
      await ask(comments.replyToComment, { ...ids, commentId, content: 'The answer itself' }, owner)
  })
  expect(said(sent)).toEqual(said([letter]))
  expect(letter.text).not.toContain('The answer itself')
})

test.each(['verified', 'failed'] as const)(
  'a decision on an identity (%s) is told to the owners as its dialog shows',
  async (outcome) => {
    const [of, desk] = [await club(), await operator()]
    await setIdentity(of.tenantId, of.owner.uid)
    await pool().query("update identity_checks set state = 'submitted' where tenant_id = $1", [of.tenantId])
    const { owners, locales } = await ask(payoutDesk.getPayoutOwners, { tenantId: of.tenantId }, desk)
    expect([owners, locales]).toEqual([1, ['ja']])
    const reason = outcome === 'failed' ? 'Too dark.' : ''
    const shown = identityDecided({ origin, locale: 'ja' }, { isVerified: outcome === 'verified', reason })
    const decided = { tenantId: of.tenantId, outcome, ...(reason !== '' && { reason }) }
    const sent = await sentTo(of.owner, () => ask(bankAccounts.decideIdentityCheck, decided, desk))
    expect(said(sent)).toEqual(said([shown]))
  },
)

test.each(['ja', 'en'] as const)(
  'an invitation is written as its dialog shows, but for the code that is made then (%s)',
  async (locale) => {
    const { tenantId, owner } = await club()
    const email = `${newId('person').toLowerCase()}@example.test`
    const [mail] = await sentTo({ email }, () =>
      ask(tenants.inviteTenantMember, { tenantId, email, role: 'editor', brandIds: null }, owner, {
        'accept-language': locale,
      }),
    )
    const { name, myName } = await ask(clubPage.getTenant, { tenantId }, owner)
    const shown = invitationAhead({ origin, locale }, { role: 'editor', club: name, inviter: myName })
    const without = (text = '') => text.replace(/(invitation=).*/, '$1?').trim()
    expect([mail?.subject, without(mail?.text)]).toEqual([shown.subject, without(shown.text)])
  },
)

test.each(['a brand', 'the club'])('owners read before closing %s what each of them is told', async (what) => {
  const of = await shop()
  const other = await person()
  await addMember(of.tenantId, other, 'owner')
  await readsEnglish(other)
  const { told, tenant, brands } = await ask(closing.getClosing, { tenantId: of.tenantId }, of.owner)
  expect(told).toEqual({ owners: 2, locales: ['en', 'ja'] })
  const [brand] = brands
  const name = (what === 'a brand' ? brand?.name : tenant.name) ?? ''
  const act = () =>
    what === 'a brand'
      ? ask(closing.closeBrand, { ...of.ids, typedName: name }, of.owner)
      : ask(closing.closeTenant, { tenantId: of.tenantId, typedName: name }, of.owner)
  const before = now()
  const [first, second] = [await sentTo(other, act), await mailsTo(of.owner.email)]
  const shown = (locale: 'ja' | 'en') => closedByOwner({ origin, locale }, { name, closesAt: before })
  expect(said(first)).toEqual(said([shown('en')]))
  expect(said(second)).toContainEqual(said([shown('ja')])[0])
})
