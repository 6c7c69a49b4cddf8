import { expect } from 'vitest'
import { day } from '#kit/time.ts'
import { monthOf } from '#money/ledger/ledger.ts'
import { bankAccounts } from '#money/payouts/bankAccounts/contract.ts'
import { payoutDesk, revenue } from '#money/payouts/revenue/contract.ts'
import { payoutsOf, statementsOf } from '#money/payouts/revenue/queries.server.ts'
import { lastClosable } from '#money/payouts/revenue/statement.ts'
import { now } from '#server/clock.ts'
import { database, pool } from '#server/db.ts'
import { ask, operator, type Person, signedInNow } from './club'
import { addAccount, setIdentity } from './money'
import type { Ids } from './plan'

/*
 * What happens to a club's money each month: the 10th makes the month before final by itself, the operator pays out and
 * sends the bank's file, and now and then the bank sends a transfer back. What the file says is added up apart from the books.
 */
export const payingOut = async (of: { ids: Ids; tenantId: string; owner: Person }, lot: () => number) => {
  const { ids, tenantId, owner } = of
  const desk = await operator()
  await addAccount(ids, owner.uid, { savedAt: now() - 10 * day })
  await setIdentity(tenantId, owner.uid)
  const done = { batches: 0, sent: 0, returned: 0 }
  const payouts = () => payoutsOf(database(), ids, { limit: 1000, offset: 0 })
  let leftProvider = 0
  let looked = new Set<string>()

  const mendsAccount = () =>
    ask(
      bankAccounts.saveBankAccount,
      {
        ...ids,
        bankCode: '0001',
        branchCode: '001',
        accountType: 'ordinary',
        accountNumber: '7654321',
        holderName: 'サトウ アオイ',
        holderType: 'individual',
        bankName: '',
        branchName: '',
      },
      signedInNow(owner),
    )

  /** In every step: whatever is due by now. */
  const step = async () => {
    const month = lastClosable(now())
    const { closable } = await ask(payoutDesk.getPayoutDesk, { state: undefined }, signedInNow(desk))
    expect(closable.month).toBe(month)
    for (const { payoutId, scheduledFor, state, amount, fee } of await payouts()) {
      if (state !== 'processing' || scheduledFor > now() || looked.has(payoutId)) continue
      looked = looked.add(payoutId)
      // The first comes back in any case, so that no run is without one.
      if (done.returned > 0 && lot() >= 0.15) continue
      await ask(payoutDesk.markPayoutReturned, { payoutId, reason: 'nameMismatch' }, signedInNow(desk))
      leftProvider -= amount - fee
      done.returned++
      await mendsAccount()
    }
    const { created } = await ask(payoutDesk.createPayoutBatch, { month }, signedInNow(desk))
    if (created > 0) done.batches++
    const waiting = (await payouts()).filter(({ state }) => state === 'scheduled')
    if (waiting.length === 0) return
    const file = await ask(
      payoutDesk.exportZenginFile,
      { payoutIds: waiting.map(({ payoutId }) => payoutId) },
      signedInNow(desk),
    )
    leftProvider += file.total
    done.sent += file.count
  }

  /** The ledger, the statements and the payouts say the same, each added up by itself. */
  const proves = async () => {
    const finals = (await statementsOf(database(), ids)).toReversed()
    const all = await payouts()
    const sum = async (text: string) => {
      const { rows } = await pool().query<{ n: string | null }>(
        `select -sum(amount) as n from ledger_entries where tenant_id = $1 and account = 'brandPayable' and ${text}`,
        [tenantId],
      )
      return Number(rows[0]?.n ?? 0)
    }
    for (const [n, { month, figures }] of finals.entries()) {
      expect(figures.opening, `what ${month} begins with`).toBe(finals[n - 1]?.figures.payable ?? 0)
      expect(figures.payable).toBe(figures.carriedOverIn + figures.net)
      expect(figures.payable, `the ledger until ${month}`).toBe(await sum(`recognized_month <= '${month}'`))
      const checked = await ask(revenue.checkRevenue, { ...ids, month }, owner)
      expect(checked).toMatchObject({ agrees: true, statement: figures.payable })
    }
    const earned = await sum(`component not in ('payout', 'payoutFee', 'returnedTransferFee')`)
    const ofFinals = finals.reduce((net, { figures }) => net + figures.net, 0)
    const last = finals.at(-1)?.month ?? ''
    const afterwards = await sum(
      `recognized_month > '${last}' and component not in ('payout', 'payoutFee', 'returnedTransferFee')`,
    )
    expect(ofFinals + afterwards, 'statements and what is not final yet').toBe(earned)
    // Everything that was earned was paid out, went for transfers, or is owed.
    const arrived = all.filter(({ state }) => state !== 'returned')
    const out = arrived.reduce((net, { amount }) => net + amount, 0)
    const lost = all.filter(({ state }) => state === 'returned').reduce((net, { fee }) => net + fee + 880, 0)
    expect(out + lost + (await sum('true')), 'payouts, their costs and what is owed').toBe(earned)
    expect(leftProvider).toBe(
      arrived.filter(({ state }) => state === 'processing').reduce((net, { amount, fee }) => net + amount - fee, 0),
    )
    return { ...done, finals: finals.length, owed: await sum('true'), until: monthOf(now()) }
  }
  return { step, proves, leftProvider: () => leftProvider }
}
