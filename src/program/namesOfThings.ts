import { namesOfFans } from '#club/fans/queries.server.ts'
import { namesOfMembers } from '#club/tenants/queries.server.ts'
import { namesOfPlans } from '#membership/plans/queries.server.ts'
import { numbersOfOrders } from '#money/orders/queries.server.ts'
import { namesOfContents } from '#publishing/contents/queries.server.ts'
import { namesOfEvents } from '#publishing/events/queries.server.ts'
import type { Ports } from '#server/ports.ts'
import { namesOfGoods } from '#shop/goods/queries.server.ts'

/** What the log calls the things that an act names, by the field that holds their id. */
export const namesOfThings: Ports['namesOfThings'] = {
  eventId: namesOfEvents,
  fanId: namesOfFans,
  goodsId: namesOfGoods,
  memberId: namesOfMembers,
  orderId: numbersOfOrders,
  planContentId: namesOfContents,
  planId: namesOfPlans,
}
