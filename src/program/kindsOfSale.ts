import { soldPlan } from '#membership/subscriptions/sold.server.ts'
import type { TillPorts } from '#money/orders/kinds.server.ts'
import { soldBackNumber, withMonth } from '#publishing/backNumbers/sold.server.ts'
import { soldEventGoods, soldGoods } from '#shop/orders/sold.server.ts'

/** Everything that is sold: a kind of sale is a file of its wing and a line here. */
export const kindsOfSale: TillPorts['kindsOfSale'] = {
  plan: withMonth(soldPlan),
  backNumber: soldBackNumber,
  goods: soldGoods,
  eventGoods: soldEventGoods,
}
