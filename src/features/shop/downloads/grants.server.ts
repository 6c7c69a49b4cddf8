import type { Work } from '#money/orders/work.server.ts'
import { mostDownloads } from './download'
import { type filesOfGoods, insertGrants } from './queries.server'

type Order = { tenantId: string; brandId: string; orderId: string; uid: string }
type Line = { lineId: string; goodsId: string | null; deliveryMethod: 'physical' | 'digital' | null }

/** Grants each file of a paid digital line, in the transaction of the payment. */
export const grantDownloads = async (
  { tx, now, newId }: Work,
  { tenantId, brandId, orderId, uid }: Order,
  lines: readonly Line[],
  files: Awaited<ReturnType<typeof filesOfGoods>>,
): Promise<void> =>
  insertGrants(
    tx.db,
    lines.flatMap(({ lineId, goodsId, deliveryMethod }) =>
      files
        .filter((file) => deliveryMethod === 'digital' && file.goodsId === goodsId)
        .map(({ fileId, mediaId, ...file }) => ({
          tenantId,
          brandId,
          grantId: newId('grant'),
          uid,
          orderId,
          lineId,
          goodsId: file.goodsId,
          fileId,
          toldMediaId: mediaId,
          maxDownloads: mostDownloads,
          createdAt: now,
        })),
    ),
  )
