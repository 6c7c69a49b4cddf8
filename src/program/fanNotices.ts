import { repliesToFan } from '#publishing/comments/replies.queries.server.ts'
import { livesForFan, publishedForFan } from '#publishing/contents/public/notices.queries.server.ts'
import type { Ports } from '#server/ports.ts'
import { ordersReadyForFan, ordersSentToFan, pickUpOpenForFan } from '#shop/orders/going.queries.server.ts'

/** What a fan's bell tells of, by wing. */
export const fanNotices: Ports['fanNotices'] = [
  repliesToFan,
  publishedForFan,
  livesForFan,
  ordersSentToFan,
  ordersReadyForFan,
  pickUpOpenForFan,
]
