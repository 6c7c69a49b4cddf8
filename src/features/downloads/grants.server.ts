import type { Work } from '../orders/work.server'
import { mostDownloads } from './download'
import { filesOfGoods, insertGrants } from './queries.server'

type Order = { tenantId: string; brandId: string; orderId: string; uid: string }
type Line = { lineId: string; goodsId: string | null; deliveryMethod: 'physical' | 'digital' | null }

/** A paid line of a digital product opens each of its files, in the transaction of the payment. */
export const grantDownloads = async ({ tx, now, newId }: Work, order: Order, lines: readonly Line[]): Promise<void> => {
  const digital = lines.flatMap(({ lineId, goodsId, deliveryMethod }) =>
    deliveryMethod === 'digital' && goodsId !== null ? [{ lineId, goodsId }] : [],
  )
  if (digital.length === 0) return
  const { tenantId, brandId, orderId, uid } = order
  const files = await filesOfGoods(
    tx.db,
    order,
    digital.map(({ goodsId }) => goodsId),
  )
  await insertGrants(
    tx.db,
    digital.flatMap(({ lineId, goodsId }) =>
      files
        .filter((file) => file.goodsId === goodsId)
        .map(({ fileId, mediaId }) => ({
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
}
