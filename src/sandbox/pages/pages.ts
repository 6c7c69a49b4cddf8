import type Stripe from 'stripe'
import { now } from '#server/clock.ts'
import { database } from '#server/db.ts'
import type { Locale } from '#server/proven.ts'
import { answerSession, payBySession } from '../checkout'
import { attachCard, beginPayingAtStore, idOf, lapse, payAtStore, type StoreChain, storeChains } from '../paying'
import { bounceRefund, endRefund } from '../refunds'
import { cardBehaviours as behaviours, type CardBehaviour, find, get, list } from '../store'
import { answerInvoice, collect } from '../subscriptions'
import { inWorld, type World } from '../world'
import { dateText, html, type Markup, type Note, page, wordsOf, yen } from './html'

/** A request to a hosted page, and its response: a page or a redirect. */
export type PageRequest = {
  locale: Locale
  id: string
  /** Its path without the language prefix. */
  path: string
  /** Null for a GET. */
  form: URLSearchParams | null
  cookies: string | undefined
}
export type PageAnswer = { status: number; html: string } | { redirect: string }
type Show = (request: PageRequest) => Promise<PageAnswer>

const behaviourOf = (form: URLSearchParams): CardBehaviour =>
  behaviours.find((each) => each === form.get('card')) ?? 'works'

const cardChoice = (locale: Locale) => {
  const words = wordsOf(locale)
  return html`<fieldset><legend>${words.card}</legend>${behaviours.map(
    (each) =>
      html`<label><input type="radio" name="card" value="${each}"${each === 'works' && html` checked`} data-testid="sandbox-card-${each}">${words[each]}</label>`,
  )}</fieldset>`
}

/** What the card's bank asks the customer: to confirm this payment. */
const bankQuestion = (locale: Locale): Markup => {
  const words = wordsOf(locale)
  return html`<form method="post" class="card"><p>${words.bankLead}</p><div class="actions"><button class="primary" name="bank" value="confirm" data-testid="sandbox-confirm">${words.confirm}</button><button name="bank" value="refuse" data-testid="sandbox-refuse">${words.refuse}</button></div></form>`
}

const notFound = ({ locale, cookies, path }: PageRequest): PageAnswer => {
  const words = wordsOf(locale)
  return { status: 404, html: page({ locale, title: words.notFound, cookies, path }, html``) }
}

// --- Checkout --------------------------------------------------------------------------------------------------------

const lines = (session: Stripe.Checkout.Session, locale: Locale): Markup => {
  const words = wordsOf(locale)
  const each = (session.line_items?.data ?? []).map(({ description, price, quantity, amount_total }) => {
    const interval = price?.recurring?.interval
    const often = interval === 'year' ? words.perYear : interval === 'month' ? words.perMonth : null
    const times = (quantity ?? 1) > 1 && `${words.quantity} ${quantity}`
    return html`<div class="row"><span>${description} <span class="muted">${[often, times].filter(Boolean).join(' / ')}</span></span><span>${yen(amount_total)}</span></div>`
  })
  return html`${each}<div class="row sum"><span>${words.total}</span><span data-testid="sandbox-total">${yen(session.amount_total ?? 0)}</span></div>`
}

const successOf = ({ success_url, id }: Stripe.Checkout.Session) =>
  (success_url ?? '/').replaceAll('{CHECKOUT_SESSION_ID}', id)

export const checkoutPage: Show = async (request) => {
  const { locale, id, form, cookies, path } = request
  const words = wordsOf(locale)
  if (!(await find(database(), 'checkout.session', id))) return notFound(request)
  const paid =
    form &&
    (await inWorld((world) => {
      const bank = form.get('bank')
      if (bank) return answerSession(world, id, bank === 'confirm')
      return payBySession(world, id, form.get('act') === 'decline' ? 'declines' : behaviourOf(form))
    }))
  const { body: session, kept } = await get(database(), 'checkout.session', id)
  // A second submit must not pay again.
  if (form && session.status === 'complete') return { redirect: successOf(session) }
  const back = session.cancel_url && html`<a class="button" href="${session.cancel_url}">${words.back}</a>`
  if (session.status !== 'open') {
    const isPaid = session.status === 'complete'
    const note: Note = { text: isPaid ? words.sessionPaid : words.sessionExpired, isBad: !isPaid }
    const way = isPaid ? html`<a class="button" href="${successOf(session)}">${words.back}</a>` : back
    return { status: 200, html: page({ locale, title: words.checkout, cookies, path, note }, html`${way}`) }
  }
  const amount = session.amount_total ?? 0
  if (kept.authenticating) {
    const body = html`<section class="card">${lines(session, locale)}</section>${bankQuestion(locale)}`
    return { status: 200, html: page({ locale, title: words.bank, cookies, path }, body) }
  }
  const declined = form?.get('bank') ? words.unconfirmed : words.declined
  const note: Note = paid === 'declined' ? { text: declined, isBad: true } : null
  const body = html`<section class="card">${lines(session, locale)}${
    kept.trialEnd !== undefined && html`<p class="muted">${words.trial(dateText(kept.trialEnd * 1000, locale))}</p>`
  }</section><form method="post" class="card">${cardChoice(locale)}${session.custom_text.submit && html`<p data-testid="sandbox-note">${session.custom_text.submit.message}</p>`}<div class="actions"><button class="primary" name="act" value="pay" data-testid="sandbox-pay">${amount === 0 ? words.register : words.pay(yen(amount))}</button><button name="act" value="decline" data-testid="sandbox-decline">${words.decline}</button>${back}</div></form>`
  return { status: 200, html: page({ locale, title: words.checkout, cookies, path, note }, body) }
}

// --- Konbini voucher -------------------------------------------------------------------------------------------------

const voucherNote = (intent: Stripe.PaymentIntent, locale: Locale): Note => {
  const words = wordsOf(locale)
  if (intent.status === 'succeeded') return { text: words.voucherPaid, isBad: false }
  if (intent.status === 'canceled') return { text: words.voucherCanceled, isBad: true }
  const until = intent.next_action?.konbini_display_details?.expires_at ?? 0
  return intent.status === 'requires_action' && until * 1000 > now()
    ? null
    : { text: words.voucherExpired, isBad: true }
}

export const voucherPage: Show = async (request) => {
  const { locale, id, form, cookies, path } = request
  const words = wordsOf(locale)
  if (!(await find(database(), 'payment_intent', id))) return notFound(request)
  const store = storeChains.find((each) => each === form?.get('store'))
  if (store) await inWorld((world) => payAtStore(world, id, store))
  if (form?.get('act') === 'expire') await inWorld((world) => lapse(world, id))
  if (form?.get('act') === 'begin') await inWorld((world) => beginPayingAtStore(world, id))
  const { body: intent, kept } = await get(database(), 'payment_intent', id)
  const voucher = intent.next_action?.konbini_display_details
  const rows = (chain: StoreChain) => {
    const codes = voucher?.stores[chain]
    return html`<section class="card"><h2>${words.stores[chain]}</h2><dl><dt>${words.paymentCode}</dt><dd>${codes?.payment_code}</dd><dt>${words.confirmationNumber}</dt><dd>${codes?.confirmation_number}</dd></dl><button class="primary" name="store" value="${chain}" data-testid="sandbox-pay-at-store" data-store="${chain}">${words.payAt(words.stores[chain])}</button></section>`
  }
  const facts = html`<section class="card"><dl><dt>${words.amount}</dt><dd>${yen(intent.amount)}</dd>${
    voucher && html`<dt>${words.until}</dt><dd>${dateText(voucher.expires_at * 1000, locale)}</dd>`
  }</dl></section>`
  const choice =
    voucher &&
    html`<p>${words.voucherLead}</p><form method="post" class="actions">${storeChains.map(rows)}<button name="act" value="begin" data-testid="sandbox-begin-at-till">${words.beginPaying}</button><button name="act" value="expire" data-testid="sandbox-let-expire">${words.letExpire}</button></form>`
  const note =
    kept.isBeingPaid && intent.status === 'requires_action'
      ? { text: words.isBeingPaid, isBad: false }
      : voucherNote(intent, locale)
  return { status: 200, html: page({ locale, title: words.voucher, cookies, path, note }, html`${facts}${choice}`) }
}

// --- A refund of a store's payment -----------------------------------------------------------------------------------

const refundActs = {
  answer: (world, id) => endRefund(world, id, 'succeeded'),
  expire: (world, id) => endRefund(world, id, 'failed'),
  bounce: bounceRefund,
} satisfies Record<string, (world: World, id: string) => Promise<unknown>>

const refundNote = ({ status }: Stripe.Refund, locale: Locale): Note => {
  const words = wordsOf(locale)
  if (status === 'requires_action') return null
  return status === 'succeeded' ? { text: words.refundDone, isBad: false } : { text: words.refundOver, isBad: true }
}

/** Where the customer of a store names the bank account that the refund goes to. */
export const refundPage: Show = async (request) => {
  const { locale, id, form, cookies, path } = request
  const words = wordsOf(locale)
  const before = (await find(database(), 'refund', id))?.body
  if (before?.destination_details?.type !== 'jp_bank_transfer') return notFound(request)
  const act = (['answer', 'expire', 'bounce'] as const).find((each) => each === form?.get('act'))
  // What was pressed twice, or on a page that is old, changes nothing.
  const isOpen = act === 'bounce' ? before.status === 'succeeded' : before.status === 'requires_action'
  if (act && isOpen) await inWorld((world) => refundActs[act](world, id))
  const { body: refund } = await get(database(), 'refund', id)
  const until = refund.next_action?.display_details?.expires_at
  const facts = html`<section class="card"><dl><dt>${words.amount}</dt><dd>${yen(refund.amount)}</dd>${
    until && html`<dt>${words.accountUntil}</dt><dd>${dateText(until * 1000, locale)}</dd>`
  }</dl></section>`
  const choice =
    refund.status === 'requires_action'
      ? html`<p>${words.accountLead}</p><form method="post" class="actions"><button class="primary" name="act" value="answer" data-testid="sandbox-name-account">${words.nameAccount}</button><button name="act" value="expire" data-testid="sandbox-let-refund-expire">${words.letExpire}</button></form>`
      : refund.status === 'succeeded' &&
        html`<form method="post" class="actions"><button name="act" value="bounce" data-testid="sandbox-bounce-refund">${words.bounce}</button></form>`
  const note = refundNote(refund, locale)
  return { status: 200, html: page({ locale, title: words.refund, cookies, path, note }, html`${facts}${choice}`) }
}

// --- An invoice ------------------------------------------------------------------------------------------------------

const isAsked = async (invoice: Stripe.Invoice): Promise<boolean> => {
  const intentId = idOf(invoice.payments?.data[0]?.payment.payment_intent)
  const intent = intentId ? await find(database(), 'payment_intent', intentId) : null
  return invoice.status === 'open' && intent?.body.status === 'requires_action'
}

/** Where an open invoice is paid, or its payment confirmed: https://docs.stripe.com/invoicing/hosted-invoice-page */
export const invoicePage: Show = async (request) => {
  const { locale, id, form, cookies, path } = request
  const words = wordsOf(locale)
  if (!(await find(database(), 'invoice', id))?.body.hosted_invoice_url) return notFound(request)
  const bank = form?.get('bank')
  if (form)
    await inWorld((world) =>
      bank ? answerInvoice(world, id, bank === 'confirm') : collect(world, id, { isAsked: true }),
    )
  const { body: invoice } = await get(database(), 'invoice', id)
  const asked = await isAsked(invoice)
  const isPaid = invoice.status === 'paid'
  const failure = bank ? words.unconfirmed : words.invoiceRefused
  const note: Note = isPaid
    ? { text: words.invoicePaid, isBad: false }
    : form && !asked
      ? { text: failure, isBad: true }
      : null
  const facts = html`<section class="card"><div class="row"><span>${invoice.lines.data[0]?.description}</span><span>${yen(invoice.total)}</span></div></section>`
  const pay =
    invoice.status === 'open' &&
    html`<form method="post" class="actions"><button class="primary" name="act" value="pay" data-testid="sandbox-pay-invoice">${words.pay(yen(invoice.amount_remaining))}</button></form>`
  const title = asked ? words.bank : words.invoice
  const body = html`${facts}${asked ? bankQuestion(locale) : pay}`
  return { status: 200, html: page({ locale, title, cookies, path, note }, body) }
}

// --- The billing portal ----------------------------------------------------------------------------------------------

const portalAct = async (customerId: string, form: URLSearchParams, locale: Locale): Promise<Note | string> => {
  const words = wordsOf(locale)
  const invoiceId = form.get('invoice')
  if (!invoiceId) {
    await inWorld((world) => attachCard(world, customerId, behaviourOf(form)))
    return { text: words.cardChanged, isBad: false }
  }
  const invoice = await find(database(), 'invoice', invoiceId)
  if (idOf(invoice?.body.customer) !== customerId || invoice?.body.status !== 'open') return null
  const isPaid = await inWorld((world) => collect(world, invoiceId, { isAsked: true }))
  // The bank asks, on the invoice's own page.
  const { body: now } = await get(database(), 'invoice', invoiceId)
  if (now.hosted_invoice_url && (await isAsked(now))) return now.hosted_invoice_url
  return { text: isPaid ? words.invoicePaid : words.invoiceRefused, isBad: !isPaid }
}

export const portalPage: Show = async (request) => {
  const { locale, id, form, cookies, path } = request
  const words = wordsOf(locale)
  const session = (await find(database(), 'billing_portal.session', id))?.body
  if (!session) return notFound(request)
  const note = form ? await portalAct(session.customer, form, locale) : null
  if (typeof note === 'string') return { redirect: note }
  // Only the card is asked for: https://docs.stripe.com/customer-management/portal-deep-links
  const isForCard = session.flow?.type === 'payment_method_update'
  const done = session.flow?.after_completion.redirect?.return_url
  if (form && isForCard && done) return { redirect: done }
  const { body: customer } = await get(database(), 'customer', session.customer)
  const cardId = idOf(customer.invoice_settings.default_payment_method)
  const card = cardId ? (await find(database(), 'payment_method', cardId))?.body.card : null
  const { data: invoices } = await list(database(), 'invoice', { limit: 24 }, [[`customer:${customer.id}`]])
  const rows = invoices.map(
    (invoice) =>
      html`<li><span>${dateText(invoice.created * 1000, locale)}<br><span class="muted">${words.invoiceStatus[(invoice.status ?? 'draft') as keyof typeof words.invoiceStatus]}</span></span><span class="num">${yen(invoice.total)}</span>${
        invoice.status === 'open' &&
        html`<form method="post"><button name="invoice" value="${invoice.id}" data-testid="sandbox-pay-invoice">${words.payInvoice}</button></form>`
      }</li>`,
  )
  const body = html`<section class="card"><h2>${words.cardNow}</h2><p class="num">${card ? `Visa •••• ${card.last4}` : words.noCard}</p></section><form method="post" class="card">${cardChoice(locale)}<button class="primary" data-testid="sandbox-change-card">${words.changeCard}</button></form>${
    !isForCard &&
    html`<section class="card"><h2>${words.invoices}</h2>${
      rows.length > 0 ? html`<ul>${rows}</ul>` : html`<p class="muted">${words.noInvoices}</p>`
    }</section>`
  }${session.return_url && html`<a class="button" href="${session.return_url}">${words.back}</a>`}`
  return { status: 200, html: page({ locale, title: words.portal, cookies, path, note }, body) }
}
