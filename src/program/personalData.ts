import { personalOfApplications } from '#club/applications/personal.queries.server.ts'
import { personalOfBin } from '#club/bin/personal.queries.server.ts'
import { personalOfBrands } from '#club/brands/personal.queries.server.ts'
import { personalOfExports } from '#club/exports/personal.queries.server.ts'
import { personalOfFans } from '#club/fans/personal.queries.server.ts'
import { personalOfIdentity } from '#club/identity/personal.queries.server.ts'
import { personalOfInquiries } from '#club/inquiries/personal.queries.server.ts'
import { personalOfPresence } from '#club/presence/personal.queries.server.ts'
import { personalOfPush } from '#club/push/personal.queries.server.ts'
import { personalOfTenants } from '#club/tenants/personal.queries.server.ts'
import { personalOfUploads } from '#club/uploads/personal.queries.server.ts'
import { personalOfPlans } from '#membership/plans/personal.queries.server.ts'
import { personalOfSubscriptions } from '#membership/subscriptions/personal.queries.server.ts'
import { personalOfOrders } from '#money/orders/personal.queries.server.ts'
import { personalOfPayouts } from '#money/payouts/personal.queries.server.ts'
import { personalOfAccounts } from '#office/accounts/personal.queries.server.ts'
import { personalOfDashboard } from '#office/dashboard/personal.queries.server.ts'
import { personalOfFailedJobs } from '#office/failedJobs/personal.queries.server.ts'
import { personalOfNotifications } from '#office/notifications/personal.queries.server.ts'
import { personalOfBackNumbers } from '#publishing/backNumbers/personal.queries.server.ts'
import { personalOfComments } from '#publishing/comments/personal.queries.server.ts'
import { personalOfContents } from '#publishing/contents/personal.queries.server.ts'
import { personalOfEvents } from '#publishing/events/personal.queries.server.ts'
import { personalOfNews } from '#publishing/news/personal.queries.server.ts'
import { personalOfChat } from '#publishing/streamings/chat/personal.queries.server.ts'
import { personalOfStreamings } from '#publishing/streamings/personal.queries.server.ts'
import { personalOfSandbox } from '#sandbox/personal.ts'
import { type PersonalData, personalOfServer } from '#server/personal.ts'
import { personalOfCarts } from '#shop/carts/personal.queries.server.ts'
import { personalOfDesk } from '#shop/desk/personal.queries.server.ts'
import { personalOfDownloads } from '#shop/downloads/personal.queries.server.ts'
import { personalOfEventGoods } from '#shop/eventGoods/personal.queries.server.ts'
import { personalOfGoods } from '#shop/goods/personal.queries.server.ts'
import { personalOfParcels } from '#shop/parcels/personal.queries.server.ts'

/**
 * Everything that the program stores about people, by room, in the order in which it is forgotten: who leaves a club is taken
 * off its letters before the letters lose their names, and who somebody is goes last of what others read.
 */
export const personalData: readonly PersonalData[] = [
  personalOfTenants,
  personalOfApplications,
  personalOfComments,
  personalOfInquiries,
  personalOfCarts,
  personalOfNotifications,
  personalOfDashboard,
  personalOfNews,
  personalOfStreamings,
  personalOfChat,
  personalOfPush,
  personalOfFans,
  personalOfSubscriptions,
  personalOfBackNumbers,
  personalOfOrders,
  personalOfContents,
  personalOfDownloads,
  personalOfBrands,
  personalOfBin,
  personalOfPresence,
  personalOfExports,
  personalOfIdentity,
  personalOfUploads,
  personalOfPlans,
  personalOfPayouts,
  personalOfAccounts,
  personalOfFailedJobs,
  personalOfEvents,
  personalOfDesk,
  personalOfEventGoods,
  personalOfGoods,
  personalOfParcels,
  personalOfServer,
  personalOfSandbox,
]
