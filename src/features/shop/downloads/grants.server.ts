import type { SQL } from 'drizzle-orm'
import type { Work } from '#money/orders/work.server.ts'
import { mostDownloads } from './download'
import { type filesOfGoods, insertedGrants } from './queries.server'

type Order = { tenantId: string; brandId: string; orderId: string; uid: string }
type Line = { lineId: string; goodsId: string | null; deliveryMethod: 'physical' | 'digital' | null }

/** What grants each file of a paid digital line, written with the payment. */
export const grantedDownloads = (
  { tx, now, newId }: Work,
  { tenantId, brandId, orderId, uid }: Order,
  lines: readonly Line[],
  files: Awaited<ReturnType<typeof filesOfGoods>>,
): SQL[] =>
  insertedGrants(
    tx.db,
    lines.flatMap(({ lineId, goodsId, deliveryMethod }) =>
      files
        .filter((file) => deliveryMethod === 'digital' && file.goodsId === goodsId)
        .map(({ goodsId, fileId, mediaId }) => ({
          tenantId,
          brandId,
          grantId: newId('grant'),
          uid,
          orderId,
          lineId,
          goodsId,
          fileId,
          toldMediaId: mediaId,
          maxDownloads: mostDownloads,
          createdAt: now,
        })),
    ),
  )
