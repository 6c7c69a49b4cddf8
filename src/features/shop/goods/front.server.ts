import { type Binned, insertBinned } from '#club/bin/queries.server.ts'
import { mediaOfAddress } from '#club/uploads/media.ts'
import type { Instant } from '#kit/time.ts'
import type { Brand, Db } from '#server/proven.ts'
import { removeFromCarts } from '../carts/queries.server'
import { deleteFiles } from '../downloads/queries.server'
import { emptyGoods, isOrdered, setGoodsBack } from './bin.queries.server'
import type { Visibility } from './goods'
import { lockGoods, saveGoods } from './queries.server'

type Binning = { db: Db; brand: Brand; user: { uid: string }; now: Instant }

/** Moves goods that nobody has ordered to the bin: hidden for everybody, and in no list of staff. */
export const binGoods = async (
  { db, brand, user, now }: Binning,
  refuse: (code: 'goodsNotFound' | 'goodsOrdered' | 'conflict') => never,
  { itemId: goodsId, expectedEditedAt }: { itemId: string; expectedEditedAt?: Instant | undefined },
): Promise<void> => {
  const row = (await lockGoods(db, brand, goodsId)) ?? refuse('goodsNotFound')
  if (row.saleWindows) return refuse('goodsNotFound')
  if (expectedEditedAt !== undefined && expectedEditedAt !== row.editedAt) return refuse('conflict')
  if (await isOrdered(db, brand, goodsId)) return refuse('goodsOrdered')
  const editedAt = Math.max(now, row.editedAt + 1)
  await saveGoods(db, brand, goodsId, { visibility: 'hidden', editedAt, editedBy: user.uid, deletedAt: now })
  await insertBinned(db, brand, {
    kind: 'goods',
    itemId: goodsId,
    name: row.name,
    deletedAt: now,
    deletedBy: user.uid,
    formerStatus: row.visibility,
    formerAt: null,
  })
}

/** Brings goods back from the bin, whose row the caller has taken. Whether fans see them. */
export const restoreGoods = async (
  { db, brand, user, now }: Binning,
  { itemId, formerStatus }: Binned,
  asItWas: boolean,
): Promise<boolean> => {
  const visibility: Visibility = asItWas && formerStatus === 'visible' ? 'visible' : 'hidden'
  await setGoodsBack(db, brand, itemId, { visibility, editedAt: now, editedBy: user.uid })
  return visibility === 'visible'
}

/** Empties goods in the bin for good. Null: somebody ordered them while they went there, so they stay. */
export const removeGoods = async (
  db: Db,
  brand: { tenantId: string; brandId: string },
  { itemId }: Pick<Binned, 'itemId'>,
): Promise<{ media: readonly string[] } | null> => {
  if (await isOrdered(db, brand, itemId)) return null
  await removeFromCarts(db, brand, itemId)
  const files = await deleteFiles(db, brand, itemId)
  const pictures = await emptyGoods(db, brand, itemId)
  return { media: [...files, ...pictures.flatMap((url) => mediaOfAddress(url) ?? [])] }
}
