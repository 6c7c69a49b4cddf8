import type Stripe from 'stripe'
import { serverConfig } from '#config.server.ts'
import { onCommit } from '#server/db.ts'
import { shared } from '#server/shared.ts'
import { dateText, wordsOf, yen } from './pages/html'
import { idOf } from './paying'
import { find } from './store'
import type { World } from './world'

/**
 * The mail that asks a store's buyer for the bank account to which a refund goes, with the page for the answer:
 * https://docs.stripe.com/payments/konbini#refunds
 */
export const askForAccount = async ({ db, at }: World, refund: Stripe.Refund): Promise<void> => {
  const { email_sent: sent, expires_at: until } = refund.next_action?.display_details ?? {}
  const chargeId = idOf(refund.charge)
  const charge = chargeId ? (await find(db, 'charge', chargeId))?.body : undefined
  const customerId = idOf(charge?.customer)
  const customer = customerId ? (await find(db, 'customer', customerId))?.body : undefined
  const locale = customer?.preferred_locales?.[0] === 'en' ? 'en' : 'ja'
  const words = wordsOf(locale)
  if (!sent?.email_sent_to || !until) return
  const page = `${serverConfig().PUBLIC_ORIGIN}${locale === 'en' ? '/en' : ''}/sandbox/refund/${refund.id}`
  const mail = {
    to: sent.email_sent_to,
    subject: words.accountMail.subject(yen(refund.amount)),
    text: [words.sandboxLead, words.accountMail.text(dateText(until * 1000, locale)), page].join('\n\n'),
    locale,
  } as const
  onCommit(db, () => shared.sandbox?.mail(mail, `${refund.id.replace(/\W|_/g, '-')}-${at}`))
}
