import { fanRoles } from '#club/fans/contract.ts'
import { contentRoles, type Role } from '#kit/contract.ts'
import { statusAt } from '#membership/plans/plan.ts'
import { orderRoles } from '#money/orders/contract.ts'
import type { Handlers } from '#server/context.ts'
import type { search as contract } from './contract'
import { contentsNamed, fansNamed, fansNumbered, goodsNamed, ordersNumbered, plansNamed } from './queries.server'
import { numberIn } from './search'

const isOneOf = (roles: readonly Role[], role: Role) => roles.includes(role)

export const searchHandlers: Handlers<typeof contract> = {
  async search({ db, brand, member, now }, { q }) {
    const number = numberIn(q)
    const seesOrders = isOneOf(orderRoles, member.role)
    const seesFans = isOneOf(fanRoles, member.role)
    const canEdit = isOneOf(contentRoles, member.role)
    if (number) {
      // A text in the format of an order number is not looked up as a member number.
      const [orders, fans] = await Promise.all([
        seesOrders ? ordersNumbered(db, brand, number.serial) : [],
        seesFans && !number.isOrder ? fansNumbered(db, brand, number.serial) : [],
      ])
      if (orders.length + fans.length > 0) return { plans: [], contents: [], goods: [], orders, fans, canEdit }
    }
    const [plans, contents, goods, fans] = await Promise.all([
      plansNamed(db, brand, q),
      contentsNamed(db, brand, q),
      goodsNamed(db, brand, q),
      seesFans ? fansNamed(db, brand, q) : [],
    ])
    return {
      plans: plans.map((plan) => ({ planId: plan.planId, name: plan.name, status: statusAt(plan, now) })),
      contents,
      goods,
      orders: [],
      fans,
      canEdit,
    }
  },
}
