import { brands } from '#club/brands/tables.server.ts'
import { tenants } from '#club/tenants/tables.server.ts'
import { day } from '#kit/time.ts'
import { monthAfter, monthOf, paid } from '#money/ledger/ledger.ts'
import { book } from '#money/ledger/queries.server.ts'
import { sealSecret } from '#money/payouts/bankAccounts/account.server.ts'
import { bankAccounts, identityChecks, identityDocuments } from '#money/payouts/bankAccounts/tables.server.ts'
import { sumsOf } from '#money/payouts/revenue/queries.server.ts'
import { statementOf } from '#money/payouts/revenue/statement.ts'
import { payouts, statements } from '#money/payouts/revenue/tables.server.ts'
import { now } from '#server/clock.ts'
import { database, inTransaction } from '#server/db.ts'
import { encryptBytes } from '#server/encryption.ts'
import { storage } from '#server/storage/storage.ts'
import { newId } from './club'
import type { Ids } from './plan'

export const rates = { platformFee: 100_000, paymentFee: 36_000 }
const saleOf = (orderId: string, subtotal: number) => ({
  orderId,
  kind: 'plan' as const,
  deferred: 0,
  subtotal,
  shippingFee: 0,
  konbiniFee: 0,
  total: subtotal,
})

/** Books a sale of a plan; the order does not have to exist. */
export const sold = (ids: Ids, subtotal: number, at: number, orderId = newId('order')) =>
  inTransaction((db) =>
    book(db, (noun) => newId(noun), paid(saleOf(orderId, subtotal), rates, at), { ...ids, orderId }),
  )

export const addAccount = async (ids: Ids, by: string, values: Partial<typeof bankAccounts.$inferInsert> = {}) => {
  const bankAccountId = newId('bankAccount')
  await database()
    .insert(bankAccounts)
    .values({
      ...ids,
      bankAccountId,
      bankCode: '0001',
      bankName: 'みずほ',
      branchCode: '001',
      branchName: '東京営業部',
      accountType: 'ordinary',
      holderType: 'individual',
      secret: sealSecret(bankAccountId, { accountNumber: '1234567', holder: 'ｻﾄｳ ｱｵｲ' }),
      lastDigits: '4567',
      status: 'registered',
      savedBy: by,
      savedAt: now() - 10 * day,
      ...values,
    })
  return bankAccountId
}

export const setIdentity = async (
  tenantId: string,
  by: string,
  values: Partial<typeof identityChecks.$inferInsert> = {},
) => {
  const check = { tenantId, state: 'verified' as const, submittedBy: by, submittedAt: now(), ...values }
  await database()
    .insert(identityChecks)
    .values(check)
    .onConflictDoUpdate({ target: identityChecks.tenantId, set: check })
}

let traces = 0
export const addPayout = async (ids: Ids, bankAccountId: string, values: Partial<typeof payouts.$inferInsert> = {}) => {
  const payoutId = newId('payout')
  await database()
    .insert(payouts)
    .values({
      ...ids,
      payoutId,
      month: monthAfter(monthOf(now()), -2),
      amount: 10_000,
      fee: 330,
      state: 'scheduled',
      bankLabel: 'みずほ 東京営業部 ***4567',
      bankAccountId,
      traceId: String(5_000_000_000 + traces++),
      scheduledFor: now() + day,
      createdAt: now(),
      ...values,
    })
  return payoutId
}

/** A club that nobody works for: what an operator decides about. */
const bareClub = async () => {
  const [tenantId, brandId] = [newId('tenant'), newId('brand')]
  const ids = { tenantId, brandId }
  await database().insert(tenants).values({ tenantId, name: 'Other', createdAt: 1 })
  await database()
    .insert(brands)
    .values({
      ...ids,
      slug: brandId.replace('brand_', 'o-'),
      name: 'Other',
      thumbnail: '',
      icon: '',
      description: '',
      accentColor: '#2f6f8f',
      links: [],
      createdAt: 1,
      editedAt: 1,
    })
  return { tenantId, ids }
}

/** What a club has that is paid, for the examples of the registry: its own, and what an operator decides about. */
export const moneyScene = async (ids: Ids, owner: string) => {
  const at = now()
  const month = monthAfter(monthOf(at), -2)
  const orderId = newId('order')
  await sold(ids, 20_000, at - 62 * day, orderId)
  const figures = statementOf(await sumsOf(database(), ids), month)
  await database()
    .insert(statements)
    .values({
      ...ids,
      month,
      statementId: newId('statement'),
      figures,
      payable: figures.payable,
      brandName: 'Aoi',
      finalizedAt: at,
    })
  const account = await addAccount(ids, owner)
  const returned = { state: 'returned' as const, returnedAt: at, returnReason: 'other' as const }
  const returnedId = await addPayout(ids, account, returned)
  const other = await bareClub()
  await setIdentity(ids.tenantId, owner, { state: 'failed', reason: 'Blurred.' })
  await setIdentity(other.tenantId, owner, { state: 'submitted' })
  const documentId = newId('document')
  const key = `private/identity/${other.tenantId}/${documentId}`
  await storage().put(key, encryptBytes(Buffer.from([0xff, 0xd8, 0xff, 0xe0]), documentId), 'application/octet-stream')
  const document = { documentId, kind: 'front' as const, contentType: 'image/jpeg', size: 4, key, uploadedAt: at }
  await database()
    .insert(identityDocuments)
    .values({ tenantId: other.tenantId, ...document })
  const theirs = await addAccount(other.ids, owner)
  return {
    month,
    returned: returnedId,
    scheduled: await addPayout(other.ids, theirs),
    overdue: await addPayout(other.ids, theirs, { scheduledFor: at - day }),
    sent: await addPayout(other.ids, theirs, { state: 'processing', exportedAt: at }),
    checked: { tenantId: other.tenantId, documentId },
  }
}
