import { waitingApplications } from '#club/applications/queries.server.ts'
import { countPlatformOpen } from '#club/inquiries/queries.server.ts'
import { suspensionIn } from '#club/tenants/suspension.queries.server.ts'
import { everything, paginationOf } from '#kit/pagination.ts'
import type { Instant } from '#kit/time.ts'
import { countDisputes, disputesByEnd } from '#money/orders/disputes.queries.server.ts'
import { countChecks } from '#money/payouts/bankAccounts/queries.server.ts'
import { payoutsToSend } from '#money/payouts/revenue/queries.server.ts'
import type { Handlers } from '#server/context.ts'
import type { Db, Operator } from '#server/proven.ts'
import { closingStateAt } from '../club/closing/closing'
import { countFailedJobs } from '../failedJobs/queries.server'
import { countUnallocated, countWaitingMoney } from '../waitingMoney/queries.server'
import type { platform } from './contract'
import { type DueKind, dueKinds, mostDisputes } from './due'
import { brandsOfClubs, clubsOf, countClubs, figuresOfClubs } from './queries.server'

type Due = { count: number; until?: Instant | null; since?: Instant | null }

const dueOf = async (db: Db, operator: Operator, now: Instant) => {
  const [applications, payouts, disputes] = await Promise.all([
    waitingApplications(db, operator),
    payoutsToSend(db, operator),
    disputesByEnd(db, operator, { limit: mostDisputes, offset: 0 }),
  ])
  const due: Record<DueKind, () => Due | Promise<Due>> = {
    disputes: async () => ({ count: await countDisputes(db, operator), until: disputes[0]?.evidenceDueAt ?? null }),
    // A buyer may take weeks to name a bank account: until then there is nothing to decide.
    unallocated: async () => ({ count: await countUnallocated(db, operator, ['waiting']) }),
    moneyWaiting: async () => ({ count: await countWaitingMoney(db, operator) }),
    failedJobs: async () => ({ count: await countFailedJobs(db, operator, 'waiting') }),
    payouts: () => ({ count: payouts.count, until: payouts.first }),
    applicationsAnswered: () => ({ count: applications.answered.count, since: applications.answered.first }),
    applications: () => ({ count: applications.fresh.count, since: applications.fresh.first }),
    applicationsInReview: () => ({ count: applications.inReview.count, since: applications.inReview.first }),
    identityChecks: async () => ({ count: await countChecks(db, operator, 'submitted') }),
    requests: async () => ({ count: await countPlatformOpen(db, operator) }),
  }
  const all = await Promise.all(dueKinds.map(async (kind) => ({ kind, ...(await due[kind]()) })))
  return {
    due: all
      .filter((one) => one.count > 0)
      .map(({ kind, count, until, since }) => ({
        ...{ kind, count },
        ...(typeof until === 'number' && { until, ...(until < now && { isOver: true as const }) }),
        ...(typeof since === 'number' && { since }),
      })),
    disputes,
  }
}

type DisputeRow = Awaited<ReturnType<typeof disputesByEnd>>[number]
const shownDispute = ({ state, ...row }: DisputeRow) => ({ ...row, isInquiry: state === 'inquiry' })

export const platformHandlers: Handlers<typeof platform> = {
  async getPlatformHome({ db, operator, now }) {
    const { due, disputes } = await dueOf(db, operator, now)
    return { due, disputes: disputes.map(shownDispute) }
  },

  async getDisputes({ db, operator }, { pagination: page = everything }) {
    const [rows, total] = await Promise.all([disputesByEnd(db, operator, page), countDisputes(db, operator)])
    return { disputes: rows.map(shownDispute), pagination: paginationOf(total, page) }
  },

  async getClubs({ db, operator, now }, { q, state, sort, pagination: page = everything }) {
    const [rows, total] = await Promise.all([
      clubsOf(db, operator, { q, state, sort, page }, now),
      countClubs(db, operator, { q, state }),
    ])
    const tenantIds = rows.map(({ tenantId }) => tenantId)
    if (tenantIds.length === 0) return { clubs: [], pagination: paginationOf(total, page) }
    const [figures, brands] = await Promise.all([
      figuresOfClubs(db, operator, tenantIds, now),
      brandsOfClubs(db, operator, tenantIds),
    ])
    return {
      clubs: rows.map(({ tenantId, name, createdAt, closingAt, closesAt, ...row }) => ({
        ...{ tenantId, name, createdAt, closesAt, state: closingStateAt({ closingAt, closesAt }, now) },
        suspension: suspensionIn(row),
        brands: brands.filter((one) => one.tenantId === tenantId).map(({ tenantId: _, ...brand }) => brand),
        ...(figures.get(tenantId) ?? { fans: 0, members: 0, revenue: 0 }),
      })),
      pagination: paginationOf(total, page),
    }
  },
}
