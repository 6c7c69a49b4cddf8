import { BinScreen } from '#club/bin/BinScreen.tsx'
import { plans } from '#membership/plans/contract.ts'
import { contents } from '#publishing/contents/contract.ts'
import { events } from '#publishing/events/contract.ts'
import { goods } from '#shop/goods/contract.ts'

const lists = [
  contents.getPlanContentsWithPlans,
  contents.getScheduledActions,
  plans.getPlans,
  goods.getGoodsList,
  events.getEvents,
]

/** The bin of a brand, which brings things of all wings back. */
export const BinPage = () => <BinScreen refresh={lists} />
