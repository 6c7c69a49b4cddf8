import { brandRow } from '#club/brands/queries.server.ts'
import { fanRoles } from '#club/fans/contract.ts'
import { countOpenInquiries } from '#club/inquiries/queries.server.ts'
import { suspensionOf } from '#club/tenants/suspension.queries.server.ts'
import { mayEdit, type Role } from '#kit/contract.ts'
import { dayTextOf, startOfDay } from '#kit/days.ts'
import { addTokyoMonths, day, type Instant, startOfTokyoMonth, tokyoMonth } from '#kit/time.ts'
import { archivesBetween } from '#membership/plans/archive.queries.server.ts'
import { plansOf } from '#membership/plans/queries.server.ts'
import { countSubscribers } from '#membership/subscriptions/staff/queries.server.ts'
import { monthAfter, monthOf } from '#money/ledger/ledger.ts'
import { revenueRoles } from '#money/payouts/revenue/contract.ts'
import { blockersFor } from '#money/payouts/revenue/pay.server.ts'
import { nextPayoutDay } from '#money/payouts/revenue/payout.ts'
import { finalFrom } from '#money/payouts/revenue/statement.ts'
import { countComments } from '#publishing/comments/list.queries.server.ts'
import { asRead, type Content } from '#publishing/contents/content.ts'
import { countOf } from '#publishing/contents/list/queries.server.ts'
import { dueBetween } from '#publishing/contents/queries.server.ts'
import { eventsBetween } from '#publishing/events/queries.server.ts'
import { streamingsBetween } from '#publishing/streamings/queries.server.ts'
import type { Handlers } from '#server/context.ts'
import type { Brand, Db } from '#server/proven.ts'
import { countOrdersTodo } from '#shop/desk/list.queries.server.ts'
import { countNeeding, firstEvidenceDue } from '#shop/desk/needs.queries.server.ts'
import { countLatePayments } from '#shop/desk/queries.server.ts'
import { countLowStock, salesTurnsBetween } from '#shop/goods/queries.server.ts'
import { daysOf } from '../dashboard/queries.server'
import { salesByDay } from '../sales/queries.server'
import type { brandHome } from './contract'
import { fanActsOf } from './fanActs.queries.server'
import {
  churnOf,
  type FirstStep,
  fanActKinds,
  fanActRoles,
  firstStepRoles,
  firstSteps,
  isOneOf,
  lookAhead,
  mayDo,
  mostUpcoming,
  newestFanActs,
  seesMoney,
  type TodoKind,
  todoKinds,
  type UpcomingKind,
} from './home'
import { activityOf, countMembersNow, countNewFans, hadMembers, hasSold } from './queries.server'

type Reader = { db: Db; brand: Brand; now: Instant; role: Role }

const commentsIn = (tab: 'needsReview' | 'reported') => ({
  tab,
  planContentId: undefined,
  userId: undefined,
  q: undefined,
  from: undefined,
  to: undefined,
})

const draftContents = { status: 'draft', type: undefined, planId: undefined, month: undefined, q: undefined } as const

const todosOf = async ({ db, brand, now, role }: Reader) => {
  const may = (...kinds: TodoKind[]) => kinds.some((kind) => mayDo(kind, role))
  const [row, found, blockers] = await Promise.all([
    may('icon') ? brandRow(db, brand) : null,
    may('firstPlan') ? plansOf(db, brand, { status: undefined, page: { limit: 1, offset: 0 }, now }) : null,
    may('accountMissing') ? blockersFor(db, brand, null, now) : [],
  ])
  const plans = found?.counts
  const one = (is: boolean | undefined) => (is ? 1 : 0)
  const blocked = (...kinds: string[]) => one(blockers.some(({ kind }) => kinds.includes(kind)))
  const count: Record<TodoKind, () => number | Promise<number>> = {
    latePayments: () => countLatePayments(db, brand),
    disputesOpen: () => countNeeding(db, brand, 'disputed'),
    refundsFailed: () => countNeeding(db, brand, 'refundFailed'),
    ordersTodo: () => countOrdersTodo(db, brand),
    ordersPartSent: () => countNeeding(db, brand, 'partSent'),
    paymentsAtRisk: () => countSubscribers(db, brand, { tab: 'atRisk', filter: {} }, now),
    commentsHeld: () => countComments(db, brand, commentsIn('needsReview')),
    commentsReported: () => countComments(db, brand, commentsIn('reported')),
    requestsOpen: () => countOpenInquiries(db, brand),
    accountErrored: () => blocked('accountErrored'),
    accountMissing: () => blocked('noAccount'),
    identityFailed: () => blocked('identityFailed'),
    identityMissing: () => blocked('identityMissing'),
    legalNotice: () => one(row?.legalNotice.trim() === ''),
    stockLow: () => countLowStock(db, brand, now),
    firstPlan: () => one(plans !== undefined && plans.active + plans.scheduledToBeArchived + plans.draft === 0),
    planDrafts: () => plans?.draft ?? 0,
    contentDrafts: () => countOf(db, brand, draftContents, now),
    icon: () => one(row?.icon === ''),
    cover: () => one(row?.thumbnail === ''),
    description: () => one(row?.description.trim() === ''),
  }
  const counts = await Promise.all(
    todoKinds.filter((kind) => mayDo(kind, role)).map(async (kind) => ({ kind, count: await count[kind]() })),
  )
  const isDisputed = counts.some(({ kind, count }) => kind === 'disputesOpen' && count > 0)
  const until = isDisputed ? await firstEvidenceDue(db, brand) : null
  return counts
    .filter((todo) => todo.count > 0)
    .map((todo) => (todo.kind === 'disputesOpen' && until !== null ? { ...todo, until } : todo))
}

const activeContents = { ...draftContents, status: 'active' } as const

/** Read only while a brand has had no member: of many contents one is enough, but a new brand has few. */
const firstStepsOf = async ({ db, brand, now, role }: Reader) => {
  const steps = firstSteps.filter((step) => isOneOf(firstStepRoles[step], role))
  if (steps.length === 0 || (await hadMembers(db, brand))) return []
  const row = await brandRow(db, brand)
  if (row.closingAt !== null) return []
  const [plans, contents, blockers] = await Promise.all([
    plansOf(db, brand, { status: undefined, page: { limit: 1, offset: 0 }, now }),
    countOf(db, brand, activeContents, now),
    blockersFor(db, brand, null, now),
  ])
  const isDone: Record<FirstStep, boolean> = {
    profile: row.icon !== '' && row.thumbnail !== '' && row.description.trim() !== '',
    legalNotice: row.legalNotice.trim() !== '',
    plan: plans.counts.active > 0,
    content: contents > 0,
    bankAccount: !blockers.some(({ kind }) => kind === 'noAccount' || kind === 'accountErrored'),
    // Documents that are looked at are done for who sent them.
    identity: !blockers.some(({ kind }) => kind === 'identityMissing' || kind === 'identityFailed'),
    share: false,
  }
  return steps.map((step) => ({ step, isDone: isDone[step] }))
}

/** From stored figures only: counted days, daily sales and the fans' figures. */
const numbersOf = async ({ db, brand, now, role }: Reader) => {
  const monthStart = startOfTokyoMonth(tokyoMonth(now))
  const lastStart = addTokyoMonths(monthStart, -1)
  const today = dayTextOf(now)
  const [members, newFans, days, sold] = await Promise.all([
    countMembersNow(db, brand, now),
    isOneOf(fanRoles, role) ? countNewFans(db, brand, monthStart) : null,
    seesMoney(role) ? daysOf(db, brand, { from: dayTextOf(monthStart - day), to: today }) : null,
    seesMoney(role) ? salesByDay(db, brand, { from: lastStart, to: startOfDay(today) + day }) : null,
  ])
  const before = days?.find((one) => one.day === dayTextOf(monthStart - day))
  const counted = days?.filter((one) => one.day >= dayTextOf(monthStart))
  const sum = (of: (one: NonNullable<typeof counted>[number]) => number) =>
    counted ? counted.reduce((all, one) => all + of(one), 0) : null
  const ended = sum((one) => one.endedVoluntary + one.endedFailed + one.endedArchived + one.endedOther)
  const sales = (from: Instant, to: Instant) => {
    const [first, last] = [dayTextOf(from), dayTextOf(to)]
    return (sold ?? []).reduce((all, one) => all + (one.day >= first && one.day <= last ? one.gross : 0), 0)
  }
  return {
    members,
    joined: sum((one) => one.joined),
    ended,
    churn: ended !== null && before ? churnOf(ended, before.members) : null,
    mrr: days?.at(-1)?.mrr ?? null,
    mrrOf: days?.at(-1)?.day ?? null,
    newFans,
    sales: sold && {
      today: sales(now, now),
      thisMonth: sales(monthStart, now),
      lastMonthToDate: sales(lastStart, Math.min(addTokyoMonths(now, -1), monthStart - 1)),
    },
  }
}

const upcomingOf = async ({ db, brand, now, role }: Reader) => {
  const span = { from: now, to: now + lookAhead * day }
  const [contents, events, streamings, archives, turns, isPaid] = await Promise.all([
    dueBetween(db, brand, span, 50),
    eventsBetween(db, brand, { ...span, now }),
    streamingsBetween(db, brand, span),
    archivesBetween(db, brand, span, mostUpcoming),
    salesTurnsBetween(db, brand, span, mostUpcoming),
    // Who has sold nothing is paid nothing out.
    isOneOf(revenueRoles, role) && hasSold(db, brand),
  ])
  type Upcoming = { kind: UpcomingKind; at: Instant; name: string; itemId: string }
  const month = monthAfter(monthOf(now), -1)
  const next = finalFrom(month) > now ? month : monthOf(now)
  const all: Upcoming[] = [
    ...contents.flatMap((row): Upcoming[] => {
      // A content whose plans are all archived reads as a draft, so it will not be published.
      const read = asRead(
        row as unknown as Content,
        row.plans.map(({ archivingAt }) => ({ archivingAt: archivingAt === null ? null : Date.parse(archivingAt) })),
        now,
      )
      if (read.status !== 'publishmentScheduled') return []
      return [{ kind: 'content', at: row.publishingAt, name: row.name, itemId: row.planContentId }]
    }),
    ...events.map(({ kind, runAt, name, eventId }): Upcoming => ({ kind, at: runAt, name, itemId: eventId })),
    ...streamings.map(
      ({ runAt, name, eventId, planContentId }): Upcoming => ({
        kind: 'streaming',
        at: runAt,
        name,
        itemId: planContentId ?? eventId,
      }),
    ),
    ...archives.map(({ planId, name, at }): Upcoming => ({ kind: 'planArchive', at, name, itemId: planId })),
    ...turns.map(({ kind, goodsId, name, at }): Upcoming => ({ kind, at, name, itemId: goodsId })),
    ...(isOneOf(revenueRoles, role)
      ? ([
          { kind: 'monthFinal', at: finalFrom(next), name: '', itemId: next },
          ...(isPaid ? [{ kind: 'payout' as const, at: nextPayoutDay(now), name: '', itemId: '' }] : []),
        ] satisfies Upcoming[])
      : []),
  ]
  return all.sort((a, b) => a.at - b.at || (a.itemId < b.itemId ? -1 : 1)).slice(0, mostUpcoming)
}

export const brandHomeHandlers: Handlers<typeof brandHome> = {
  async getFanActs({ db, brand, member, now }, { before = now + 1 }) {
    const kinds = fanActKinds.filter((kind) => isOneOf(fanActRoles[kind], member.role))
    return newestFanActs(await Promise.all(kinds.map((kind) => fanActsOf[kind](db, brand, before))), before)
  },

  async getBrandHome({ db, brand, member, now, isOn }) {
    const reader = { db, brand, now, role: member.role }
    const [todos, steps, numbers, upcoming, activity, suspension] = await Promise.all([
      todosOf(reader),
      firstStepsOf(reader),
      numbersOf(reader),
      upcomingOf(reader),
      activityOf(db, brand, 10),
      suspensionOf(db, brand),
    ])
    return {
      todos,
      suspension,
      firstSteps: steps,
      numbers,
      upcoming,
      activity,
      seesSubscribers: seesMoney(member.role),
      seesFans: isOneOf(fanRoles, member.role),
      canStream: mayEdit(member.role) && isOn('fanClubEvents'),
    }
  },
}
