import { binActs } from '#club/bin/acts.ts'
import { brandsActs } from '#club/brands/acts.ts'
import { exportsActs } from '#club/exports/acts.ts'
import { inquiriesActs } from '#club/inquiries/acts.ts'
import { tenantsActs } from '#club/tenants/acts.ts'
import { uploadsActs } from '#club/uploads/acts.ts'
import type { NamedActs } from '#kit/acts.ts'
import { plansActs } from '#membership/plans/acts.ts'
import { staffSubscriptionsActs } from '#membership/subscriptions/staff/acts.ts'
import { bankAccountsActs } from '#money/payouts/bankAccounts/acts.ts'
import { revenueActs } from '#money/payouts/revenue/acts.ts'
import { closingActs } from '#office/club/closing/acts.ts'
import { dashboardActs } from '#office/dashboard/acts.ts'
import { staffFansActs } from '#office/fans/acts.ts'
import { salesActs } from '#office/sales/acts.ts'
import { suspensionActs } from '#office/suspension/acts.ts'
import { backNumbersActs } from '#publishing/backNumbers/acts.ts'
import { commentsActs } from '#publishing/comments/acts.ts'
import { contentsActs } from '#publishing/contents/acts.ts'
import { newsActs } from '#publishing/contents/news/acts.ts'
import { videoActs } from '#publishing/contents/video/acts.ts'
import { eventsActs } from '#publishing/events/acts.ts'
import { memberNewsActs } from '#publishing/news/acts.ts'
import { streamingsActs } from '#publishing/streamings/acts.ts'
import { chatActs } from '#publishing/streamings/chat/acts.ts'
import { streamingContentsActs } from '#publishing/streamings/contents/acts.ts'
import { staffOrdersActs } from '#shop/desk/acts.ts'
import { orderFilesActs } from '#shop/desk/files/acts.ts'
import { downloadsActs } from '#shop/downloads/acts.ts'
import { eventGoodsActs } from '#shop/eventGoods/acts.ts'
import { calledOffActs } from '#shop/eventGoods/calledOff/acts.ts'
import { goodsActs } from '#shop/goods/acts.ts'
import { fulfillmentsActs } from '#shop/parcels/acts.ts'

/** What staff do, in words, for the log of a club and the home of a brand. */
export const acts: NamedActs = {
  ...binActs,
  ...brandsActs,
  ...exportsActs,
  ...inquiriesActs,
  ...tenantsActs,
  ...uploadsActs,
  ...plansActs,
  ...staffSubscriptionsActs,
  ...bankAccountsActs,
  ...revenueActs,
  ...closingActs,
  ...dashboardActs,
  ...staffFansActs,
  ...salesActs,
  ...suspensionActs,
  ...backNumbersActs,
  ...commentsActs,
  ...contentsActs,
  ...newsActs,
  ...memberNewsActs,
  ...videoActs,
  ...eventsActs,
  ...streamingContentsActs,
  ...streamingsActs,
  ...chatActs,
  ...staffOrdersActs,
  ...orderFilesActs,
  ...downloadsActs,
  ...calledOffActs,
  ...eventGoodsActs,
  ...goodsActs,
  ...fulfillmentsActs,
}
