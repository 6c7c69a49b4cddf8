import { isSuspendedNow } from '#club/tenants/suspension.queries.server.ts'
import type { ResultOf } from '#kit/contract.ts'
import { formatYen } from '#kit/money.ts'
import { everything, paginationOf } from '#kit/pagination.ts'
import { bankDirectory } from '#server/banks/directory.ts'
import type { Handlers } from '#server/context.ts'
import { payoutTerms } from '#server/payments/payouts.ts'
import { corrected } from '../../../ledger/correction'
import { monthOf, payoutReturned } from '../../../ledger/ledger'
import { book, entriesOfFact, lockLedger, openMonth } from '../../../ledger/queries.server'
import { labelOf, mailToOwners, openSecret, ownersTold } from '../../bankAccounts/account.server'
import { holderWidth, normalizeHolder } from '../../bankAccounts/kana'
import { payoutReturnedMail, statementCorrected } from '../../bankAccounts/mails'
import { accountById, currentAccount, markErrored } from '../../bankAccounts/queries.server'
import { closeMonths } from '../close.server'
import type { payoutDesk as contract } from '../contract'
import { blockersFor, payableUntil, schedulePayout, sendPayout } from '../pay.server'
import { isOverdueAt, monthDay, nextPayoutDay, payoutStateAt, shownPayout } from '../payout'
import {
  brandNameOf,
  brandsWithLedger,
  countBrandsWithLedger,
  countDesk,
  countFinal,
  deskPayouts,
  insertCorrection,
  lockPayout,
  type PayoutRow,
  payoutsByMonth,
  setPayout,
  statementRow,
} from '../queries.server'
import { finalFrom, lastClosable } from '../statement'
import { type Transfer, zenginFile } from '../zengin'

/** Names of banks and branches in the file: 15 signs of half-width kana. */
const bankKana = (kana: string | undefined) => normalizeHolder(kana ?? '', 'individual').text.slice(0, 15)

const transferOf = async (db: Parameters<typeof accountById>[0], payout: PayoutRow): Promise<Transfer | null> => {
  const account = await accountById(db, payout.bankAccountId)
  if (!account) return null
  const { accountNumber, holder } = openSecret(account)
  const directory = bankDirectory()
  return {
    bankCode: account.bankCode,
    bankName: bankKana(directory.bank(account.bankCode)?.kana),
    branchCode: account.branchCode,
    branchName: bankKana(directory.branch(account.bankCode, account.branchCode)?.kana),
    accountType: account.accountType,
    accountNumber,
    holder,
    amount: payout.amount - payout.fee,
    traceId: payout.traceId,
  }
}

export const payoutDeskHandlers: Handlers<typeof contract> = {
  async getPayoutDesk({ db, operator, now }, { state, pagination: page = everything }) {
    // `paid` follows from the clock: the stored state is still `processing`.
    const stored = state === 'paid' ? 'processing' : state
    const month = lastClosable(now)
    const [rows, count, brands, finalized] = await Promise.all([
      deskPayouts(db, operator, stored, page),
      countDesk(db, operator, stored),
      countBrandsWithLedger(db, operator, month),
      countFinal(db, operator, month),
    ])
    return {
      payouts: rows.map(({ payout, tenantName, brandName, suspendedAt }) => ({
        ...shownPayout(payout, now),
        tenantId: payout.tenantId,
        brandId: payout.brandId,
        tenantName,
        brandName,
        exportedAt: payout.exportedAt,
        isSuspended: suspendedAt !== null,
      })),
      pagination: paginationOf(count, page),
      closable: { month, brands, finalized },
      nextPayoutAt: nextPayoutDay(now),
      canExport: payoutTerms().sender !== null,
    }
  },

  async finalizeStatements({ db, now, newId, refuse }, { month }) {
    if (finalFrom(month) > now) return refuse('tooEarly')
    let [finalized, already] = [0, 0]
    for (const brand of await brandsWithLedger(db, month)) {
      const closed = await closeMonths(db, brand, { until: month, now, newId })
      if (!closed.agrees) return refuse('ledgerMismatch')
      if (closed.finalized > 0) finalized++
      else already++
    }
    return { finalized, already }
  },

  async getPayoutPreflight({ db, now, refuse }, { month }) {
    if (finalFrom(month) > now) return refuse('tooEarly')
    const { fee } = payoutTerms()
    let [ready, total, done, notFinal] = [0, 0, 0, 0]
    const blocked = []
    let told: ResultOf<typeof contract.getPayoutPreflight>['told'] = { owners: 0, locales: [], first: null }
    for (const brand of await brandsWithLedger(db, month)) {
      const { tenantId, brandId, name } = brand
      if (!(await statementRow(db, brand, month))) notFinal++
      else if ((await payoutsByMonth(db, brand)).has(month)) done++
      else {
        const amount = await payableUntil(db, brand, month)
        const blockers = await blockersFor(db, brand, amount, now)
        if (blockers.length > 0) blocked.push({ tenantId, brandId, brandName: name, blockers })
        else if (amount > fee) {
          ready++
          total += amount
          const { owners, locales } = await ownersTold(db, tenantId)
          const account = await currentAccount(db, brand)
          const first = account && {
            tenantId,
            brandId,
            brandName: name,
            amount: amount - fee,
            account: labelOf(account),
          }
          told = {
            owners: told.owners + owners,
            locales: [...new Set([...told.locales, ...locales])].toSorted(),
            first: told.first ?? first ?? null,
          }
        }
      }
    }
    return { ready, total, done, notFinal, blocked: blocked.slice(0, 1000), scheduledFor: nextPayoutDay(now), told }
  },

  async createPayoutBatch(context, { month }) {
    const { db, now, refuse } = context
    if (finalFrom(month) > now) return refuse('tooEarly')
    let [created, total] = [0, 0]
    const skipped = []
    for (const brand of await brandsWithLedger(db, month)) {
      await lockLedger(db, brand)
      if (!(await statementRow(db, brand, month))) continue
      const before = (await payoutsByMonth(db, brand)).get(month)
      // A returned payout is sent again when the owner has corrected the account, or with the next month.
      if (before) continue
      const made = await schedulePayout(context, brand, { month })
      if ('blockers' in made) {
        const { tenantId, brandId, name } = brand
        if (made.blockers.length > 0) skipped.push({ tenantId, brandId, brandName: name, blockers: made.blockers })
      } else {
        created++
        total += made.amount
      }
    }
    return { created, total, scheduledFor: nextPayoutDay(now), skipped: skipped.slice(0, 1000) }
  },

  async exportZenginFile({ db, now, newId, refuse }, { payoutIds, confirmsCut = false, confirmsAgain = false }) {
    const { sender } = payoutTerms()
    if (!sender) return refuse('senderMissing')
    const found: { payout: PayoutRow; transfer: Transfer }[] = []
    const days = new Set<number>()
    for (const payoutId of [...new Set(payoutIds)].sort()) {
      const payout = (await lockPayout(db, { payoutId })) ?? refuse('payoutNotFound')
      // A bank file can be made again until its day; returned payouts are in none.
      if (!['scheduled', 'processing'].includes(payoutStateAt(payout, now))) return refuse('notExportable')
      if (isOverdueAt(payout, now)) return refuse('payoutDayPassed')
      if (await isSuspendedNow(db, payout)) return refuse('tenantSuspended')
      const transfer = (await transferOf(db, payout)) ?? refuse('notExportable')
      found.push({ payout, transfer })
      days.add(payout.scheduledFor)
    }
    const [day] = days
    if (days.size !== 1 || day === undefined) return refuse('differentDays')
    const cut = found.flatMap(({ payout: { payoutId }, transfer: { holder } }) =>
      holder.length > holderWidth ? [{ payoutId, holder, inFile: holder.slice(0, holderWidth) }] : [],
    )
    const transfers = found.map(({ transfer }) => transfer)
    const total = transfers.reduce((sum, { amount }) => sum + amount, 0)
    const fileName = `zengin-${new Date(day + 9 * 3_600_000).toISOString().slice(0, 10)}.txt`
    const again = found.flatMap(({ payout: { payoutId, exportedAt }, transfer: { holder } }) =>
      exportedAt === null ? [] : [{ payoutId, holder, exportedAt }],
    )
    const said = { fileName, count: transfers.length, total, cut, again }
    if ((cut.length > 0 && !confirmsCut) || (again.length > 0 && !confirmsAgain)) return { ...said, data: '' }
    for (const { payout } of found) {
      if (payout.state === 'scheduled') await sendPayout({ db, now, newId }, payout)
    }
    const directory = bankDirectory()
    const file = zenginFile(
      {
        ...sender,
        bankName: bankKana(directory.bank(sender.bankCode)?.kana),
        branchName: bankKana(directory.branch(sender.bankCode, sender.branchCode)?.kana),
      },
      transfers,
      monthDay(day),
    )
    return { ...said, data: Buffer.from(file).toString('base64') }
  },

  async reschedulePayoutBatch({ db, now, refuse }, { payoutIds }) {
    const scheduledFor = nextPayoutDay(now)
    const distinct = [...new Set(payoutIds)].sort()
    for (const payoutId of distinct) {
      const payout = (await lockPayout(db, { payoutId })) ?? refuse('payoutNotFound')
      if (!isOverdueAt(payout, now)) return refuse('notOverdue')
      await setPayout(db, payout, { scheduledFor })
    }
    return { count: distinct.length, scheduledFor }
  },

  async getCorrectionMonth({ db, now }, brand) {
    const countsIn = await openMonth(db, brand, monthOf(now))
    return { countsIn, ...(await ownersTold(db, brand.tenantId)) }
  },

  async correctStatement(context, { tenantId, brandId, month, amount, reason, confirmsAmount = false }) {
    const { db, enqueue, user, now, newId, origin, refuse } = context
    const brand = { tenantId, brandId }
    // An unknown brand has no final month, and gets the same answer.
    const statement = (await statementRow(db, brand, month)) ?? refuse('statementNotFinal')
    if (Math.abs(amount) > Math.abs(statement.figures.net) && !confirmsAmount) return refuse('aboveMonth')
    const correctionId = newId('movement')
    const movement = corrected({ correctionId, month, amount }, now)
    await insertCorrection(db, { ...brand, correctionId, reason, correctedBy: user.uid, correctedAt: now })
    await book(db, newId, movement, { ...brand, orderId: null })
    const [entry] = await entriesOfFact(db, brand, movement.fact)
    const countsIn = entry?.recognizedMonth ?? month
    const { name } = await brandNameOf(db, brand)
    const told = { ...brand, brandName: name, month, countsIn, amount: formatYen(amount), reason }
    await mailToOwners({ db, enqueue }, { tenantId, origin }, (to) => statementCorrected(to, told))
    return { countsIn }
  },

  getPayoutOwners: ({ db }, { tenantId }) => ownersTold(db, tenantId),

  async markPayoutReturned({ db, enqueue, now, newId, origin, refuse }, { payoutId, reason, fee, note = '' }) {
    const payout = (await lockPayout(db, { payoutId })) ?? refuse('payoutNotFound')
    if (payout.state !== 'processing') return refuse('notSent')
    const returnFee = fee ?? payoutTerms().returnFee
    await setPayout(db, payout, { state: 'returned', returnedAt: now, returnReason: reason })
    await book(db, newId, payoutReturned({ ...payout, returnFee }, now), { ...payout, orderId: null })
    await markErrored(db, payout, reason, now)
    const { name } = await brandNameOf(db, payout)
    const { tenantId, brandId } = payout
    const told = {
      tenantId,
      brandId,
      brandName: name,
      amount: formatYen(payout.amount - payout.fee),
      reason,
      note,
      fee: formatYen(returnFee),
    }
    await mailToOwners({ db, enqueue }, { tenantId, origin }, (to) => payoutReturnedMail(to, told))
    return {}
  },
}
