import type { z } from 'zod'
import { fanRoles } from '#club/fans/contract.ts'
import { contentRoles, type Role, roles } from '#kit/contract.ts'
import { statusAt } from '#membership/plans/plan.ts'
import { orderRoles } from '#money/orders/contract.ts'
import { asRead, type Content } from '#publishing/contents/content.ts'
import { statusAt as eventStatusAt } from '#publishing/events/event.ts'
import type { Handlers } from '#server/context.ts'
import type { Brand, Db } from '#server/proven.ts'
import { monthAsked } from './asked'
import type { search as contract } from './contract'
import {
  contentsNamed,
  contentsOfMonth,
  eventsNamed,
  eventsOfMonth,
  fansNamed,
  fansNumbered,
  goodsNamed,
  ordersNumbered,
  ordersOfMonth,
  plansNamed,
} from './queries.server'
import { numberIn } from './search'

type Found = Omit<z.input<(typeof contract)['search']['result']>, 'canEdit'>
type Noun = keyof Found
/** Who sees it, and how it is found: by a name, or by a number that was typed. */
type Searched<N extends Noun> = {
  roles: readonly Role[]
  named?: (db: Db, brand: Brand, q: string, now: number) => Promise<Found[N]>
  /** A text in the format of an order number is looked up as nothing else. */
  numbered?: (db: Db, brand: Brand, number: { serial: number; isOrder: boolean }) => Promise<Found[N]>
}

type ContentRow = Awaited<ReturnType<typeof contentsNamed>>[number]
const contentAt = ({ plans, ...row }: ContentRow, now: number): Found['contents'][number] => {
  const opening = plans.map(({ archivingAt }) => ({
    archivingAt: archivingAt === null ? null : Date.parse(archivingAt),
  }))
  const { planContentId, name, type, editedAt } = row
  const { status, publishingAt } = asRead(row as unknown as Content, opening, now)
  return { planContentId, name, type, status, at: publishingAt ?? editedAt }
}

type EventRow = Awaited<ReturnType<typeof eventsNamed>>[number]
const eventAt = (row: EventRow, now: number): Found['events'][number] => {
  const { eventId, name, visibility, publishAt, cancellation, postponement, startAt, endAt, editedAt } = row
  const facts = { visibility, publishAt, endAt, isCanceled: cancellation !== null }
  const status = eventStatusAt({ ...facts, isUndated: postponement?.isDated === false }, now)
  return { eventId, name, status, at: startAt ?? editedAt }
}

/** Everything that the search of a brand finds: a noun of the result without an entry here does not compile. */
const nouns: { [N in Noun]: Searched<N> } = {
  plans: {
    roles,
    named: async (db, brand, q, now) =>
      (await plansNamed(db, brand, q)).map((plan) => ({
        planId: plan.planId,
        name: plan.name,
        status: statusAt(plan, now),
        at: plan.editedAt,
      })),
  },
  contents: {
    roles,
    named: async (db, brand, q, now) => {
      const asked = monthAsked(q, now)
      const dated = asked ? await contentsOfMonth(db, brand, asked) : []
      // A month may stand in a name, too.
      const named = (await contentsNamed(db, brand, q)).filter(
        ({ planContentId }) => !dated.some((one) => one.planContentId === planContentId),
      )
      return [...dated, ...named].map((row) => contentAt(row, now))
    },
  },
  events: {
    roles,
    named: async (db, brand, q, now) => {
      const asked = monthAsked(q, now)
      const dated = asked ? await eventsOfMonth(db, brand, asked) : []
      const named = (await eventsNamed(db, brand, q)).filter(
        ({ eventId }) => !dated.some((one) => one.eventId === eventId),
      )
      return [...dated, ...named].map((row) => eventAt(row, now))
    },
  },
  goods: { roles, named: goodsNamed },
  orders: {
    roles: orderRoles,
    numbered: (db, brand, { serial }) => ordersNumbered(db, brand, serial),
    named: async (db, brand, q, now) => {
      const asked = monthAsked(q, now)
      return asked ? ordersOfMonth(db, brand, asked) : []
    },
  },
  fans: {
    roles: fanRoles,
    named: fansNamed,
    numbered: async (db, brand, { serial, isOrder }) => (isOrder ? [] : fansNumbered(db, brand, serial)),
  },
}
const isOneOf = (some: readonly Role[], role: Role) => some.includes(role)

export const searchHandlers: Handlers<typeof contract> = {
  async search({ db, brand, member, now }, { q }) {
    const canEdit = isOneOf(contentRoles, member.role)
    const found = async (find: (one: Searched<Noun>) => Promise<Found[Noun]> | undefined) =>
      Object.fromEntries(
        await Promise.all(
          Object.entries(nouns).map(async ([noun, one]) => {
            const searched = one as Searched<Noun>
            return [noun, isOneOf(searched.roles, member.role) ? ((await find(searched)) ?? []) : []]
          }),
        ),
      ) as Found
    const number = numberIn(q)
    if (number) {
      const numbered = await found((one) => one.numbered?.(db, brand, number))
      if (Object.values(numbered).some((rows) => rows.length > 0)) return { ...numbered, canEdit }
    }
    return { ...(await found((one) => one.named?.(db, brand, q, now))), canEdit }
  },
}
