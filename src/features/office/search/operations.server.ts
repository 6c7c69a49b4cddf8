import type { z } from 'zod'
import { fanRoles } from '#club/fans/contract.ts'
import { contentRoles, type Role, roles } from '#kit/contract.ts'
import { statusAt } from '#membership/plans/plan.ts'
import { orderRoles } from '#money/orders/contract.ts'
import type { Handlers } from '#server/context.ts'
import type { Brand, Db } from '#server/proven.ts'
import type { search as contract } from './contract'
import { contentsNamed, fansNamed, fansNumbered, goodsNamed, ordersNumbered, plansNamed } from './queries.server'
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

/** Everything that the search of a brand finds: a noun of the result without an entry here does not compile. */
const nouns: { [N in Noun]: Searched<N> } = {
  plans: {
    roles,
    named: async (db, brand, q, now) =>
      (await plansNamed(db, brand, q)).map((plan) => ({
        planId: plan.planId,
        name: plan.name,
        status: statusAt(plan, now),
      })),
  },
  contents: { roles, named: contentsNamed },
  goods: { roles, named: goodsNamed },
  orders: { roles: orderRoles, numbered: (db, brand, { serial }) => ordersNumbered(db, brand, serial) },
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
