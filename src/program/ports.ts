import { applyMove } from '#membership/subscriptions/provider/apply.server.ts'
import { membershipEvents, reconcileMemberships } from '#membership/subscriptions/provider/events.server.ts'
import { beginConversion } from '#publishing/contents/video/work.server.ts'
import { onCommit } from '#server/db.ts'
import type { Ports } from '#server/ports.ts'
import { metrics } from '#server/telemetry/metrics.ts'
import { picksUpAt } from '#shop/eventGoods/pickUp/tell.queries.server.ts'
import { exportWriters } from './exportWriters'
import { fanNotices } from './fanNotices'
import { kindsOfSale } from './kindsOfSale'
import { later } from './later'
import { namesOfThings } from './namesOfThings'
import { ownerOfJob } from './ownerOfJob'
import { personalData } from './personalData'

/** What the wings below are given of the wings above. */
export const ports: Ports = {
  exportWriters,
  fanNotices,
  namesOfThings,
  personalData,
  ownerOfJob,
  picksUpAt,
  joined: (db, method) => onCommit(db, () => metrics().joins.inc({ method })),
  // Every other file is used as it came.
  uploadArrivals: { video: beginConversion, image: null, audio: null, file: null, goodsFile: null },
  till: {
    kindsOfSale,
    later,
    paymentEvents: membershipEvents,
    sessions: { subscription: applyMove },
    reconciliations: [reconcileMemberships],
  },
}
