import { uploadsOf } from '#club/uploads/queries.server.ts'
import type { NewId } from '#kit/ids.ts'
import type { Instant } from '#kit/time.ts'
import { plansForContents } from '#membership/plans/queries.server.ts'
import type { Transaction } from '#server/jobDefinition.ts'
import type { Brand, Db } from '#server/proven.ts'
import type { FileSaid } from '../downloads/contract'
import { toldAfter } from '../downloads/download'
import { downloadJobs } from '../downloads/jobs.server'
import { filesOf, insertFiles, setFile } from '../downloads/queries.server'
import { checkGoods, type GoodsSaid, type VariationSaid } from './contract'
import type { GoodsType, Visibility } from './goods'
import { type GoodsRow, insertGoods, insertVariations, saveGoods, setVariation, variationsOf } from './queries.server'
import { lockVariations, moveStock, noteInitial } from './stock.queries.server'

/* Creates and changes goods, for the shop's screens and for approved drafts of event goods. */

type Refuse<Code> = (code: Code | 'validation', fields?: { field: string; rule: string }[]) => never
type Adds = 'planNotFound' | 'fileNotFound' | 'stockShort'
type Saving<Code = Adds> = {
  db: Db
  brand: Brand
  user: { uid: string }
  now: Instant
  newId: NewId
  enqueue: Transaction['enqueue']
  refuse: Refuse<Code>
}

const checkPlans = async (
  { db, brand, now, refuse }: Saving,
  { audience, planIds }: Pick<GoodsSaid, 'audience' | 'planIds'>,
) => {
  const known = audience === 'public' ? planIds : await plansForContents(db, brand, planIds, now)
  if (known.length < planIds.length) return refuse('planNotFound')
}

/** Only finished uploads of this brand can be sold. */
export const checkFiles = async (
  { db, brand, refuse }: Pick<Saving<'fileNotFound'>, 'db' | 'brand' | 'refuse'>,
  files: readonly FileSaid[],
) => {
  const mediaIds = [...new Set(files.map(({ mediaId }) => mediaId))]
  if (mediaIds.length === 0) return
  const known = (await uploadsOf(db, brand, mediaIds)).filter(({ kind }) => kind === 'goodsFile')
  if (known.length < mediaIds.length) return refuse('fileNotFound')
}

const columnsOf = (said: GoodsSaid, goodsType: GoodsType) => ({
  name: said.name,
  description: said.description,
  ...(said.english && { english: said.english }),
  price: said.price,
  salesType: said.salesType,
  saleStartAt: said.saleStartDateTime,
  saleEndAt: said.saleEndDateTime,
  audience: said.audience,
  planIds: said.audience === 'plans' ? said.planIds : [],
  maxPerPerson: said.maxPerPerson,
  ...(said.isReducedTax !== undefined && { isReducedTax: goodsType === 'physicalGoods' && said.isReducedTax }),
  shippingFee: goodsType === 'physicalGoods' ? said.shippingFee : 0,
  shippingTimeText: goodsType === 'physicalGoods' ? said.shippingTimeText : '',
  thumbnails: said.thumbnails,
})
/** Digital goods and goods made to order have unlimited stock. */
const isEndless = ({ isUnlimited }: VariationSaid, said: GoodsSaid, goodsType: GoodsType) =>
  isUnlimited || goodsType === 'digitalGoods' || said.salesType === 'builtToOrder'

const addVariations = async (
  { db, brand, user, now, newId, refuse }: Saving,
  goodsId: string,
  said: GoodsSaid,
  goodsType: GoodsType,
  added: readonly { one: VariationSaid; position: number }[],
) => {
  const rows = added.map(({ one, position }) => ({
    tenantId: brand.tenantId,
    goodsId,
    variationId: newId('variation'),
    position,
    name: one.variationName,
    ...(one.english && { english: one.english }),
    sku: one.sku,
    maxQuantity: one.maxQuantity,
    isStopped: one.isStopped,
    isHidden: one.isHidden,
    isUnlimited: isEndless(one, said, goodsType),
    initial: isEndless(one, said, goodsType) ? 0 : one.stockChange,
  }))
  if (rows.some(({ initial }) => initial < 0)) return refuse('stockShort')
  await insertVariations(db, rows)
  await noteInitial(
    db,
    brand.tenantId,
    rows.map(({ variationId, initial }) => ({ goodsId, variationId, quantity: initial })),
    { now, newId, actorUid: user.uid },
  )
}

/** Removes files that are no longer listed; their buyers keep access. */
const saveFiles = async (saving: Saving, goodsId: string, goodsType: GoodsType, said: readonly FileSaid[]) => {
  const { db, brand, now, newId, enqueue, refuse } = saving
  const files = goodsType === 'digitalGoods' ? said : []
  await checkFiles(saving, files)
  const before = await filesOf(db, brand, goodsId)
  const known = new Map(before.map(({ fileId, mediaId }) => [fileId, mediaId]))
  if (files.some(({ fileId }) => fileId !== undefined && !known.has(fileId))) return refuse('fileNotFound')
  for (const [position, { fileId, mediaId, name }] of files.entries())
    if (fileId !== undefined) await setFile(db, brand, fileId, { position, mediaId, name })
  const replaced = files.flatMap(({ fileId, mediaId }) =>
    fileId !== undefined && known.get(fileId) !== mediaId ? [fileId] : [],
  )
  if (replaced.length > 0)
    await enqueue(
      downloadJobs.tellOfNewFiles,
      { tenantId: brand.tenantId, goodsId, fileIds: replaced },
      { at: now + toldAfter },
    )
  const kept = new Set(files.map(({ fileId }) => fileId))
  for (const { fileId } of before) if (!kept.has(fileId)) await setFile(db, brand, fileId, { removedAt: now })
  await insertFiles(
    db,
    [...files.entries()].flatMap(([position, { fileId, mediaId, name }]) =>
      fileId === undefined
        ? [{ tenantId: brand.tenantId, goodsId, fileId: newId('file'), mediaId, name, position, addedAt: now }]
        : [],
    ),
  )
}

type Added = GoodsSaid & { goodsType: GoodsType; visibility: Visibility }
/** The contract has already checked the rules across fields. */
export const addGoods = async (saving: Saving, { goodsType, visibility, ...said }: Added): Promise<string> => {
  const { db, brand, user, now, newId } = saving
  await checkPlans(saving, said)
  const goodsId = newId('goods')
  await insertGoods(db, {
    ...columnsOf(said, goodsType),
    tenantId: brand.tenantId,
    brandId: brand.brandId,
    goodsId,
    goodsType,
    visibility,
    createdAt: now,
    editedAt: now,
    editedBy: user.uid,
  })
  const added = said.variations.map((one, position) => ({ one, position }))
  await addVariations(saving, goodsId, said, goodsType, added)
  await saveFiles(saving, goodsId, goodsType, said.files ?? [])
  return goodsId
}

/** The caller has locked `from` with `lockGoods`. Answers the version that it makes. */
export const changeGoods = async (
  saving: Saving<Adds | 'variationNotFound'>,
  from: GoodsRow,
  said: GoodsSaid,
): Promise<Instant> => {
  const { db, brand, user, now, newId, refuse } = saving
  const { goodsId, goodsType, visibility } = from
  const files = said.files ?? (goodsType === 'digitalGoods' ? await filesOf(db, brand, goodsId) : [])
  const problems: { field: string; rule: string }[] = []
  checkGoods({ ...said, goodsType, visibility, files }, (field, rule) => problems.push({ field, rule }))
  if (problems.length > 0) return refuse('validation', problems)
  await checkPlans(saving, said)
  const known = await lockVariations(
    db,
    brand.tenantId,
    (await variationsOf(db, brand, goodsId)).map(({ variationId }) => variationId),
  )
  const named = said.variations.map((one, position) => ({ one, position }))
  for (const { one, position } of named) {
    if (one.variationId === undefined) continue
    const row = known.get(one.variationId) ?? refuse('variationNotFound')
    const isUnlimited = isEndless(one, said, goodsType)
    // A variation that was unlimited starts with a stock of zero; its sold pieces stay counted.
    const change = isUnlimited ? 0 : one.stockChange - (row.isUnlimited ? row.available : 0)
    if (!isUnlimited && row.available + change < 0) return refuse('stockShort')
    const piece = { goodsId, variationId: one.variationId, quantity: change }
    await moveStock(db, brand.tenantId, [piece], 'adjust', { now, newId, actorUid: user.uid })
    await setVariation(db, brand, one.variationId, {
      position,
      name: one.variationName,
      ...(one.english && { english: one.english }),
      sku: one.sku,
      maxQuantity: one.maxQuantity,
      isStopped: one.isStopped,
      isHidden: one.isHidden,
      isUnlimited,
    })
  }
  const kept = new Set(said.variations.map(({ variationId }) => variationId))
  for (const { variationId } of known.values())
    if (!kept.has(variationId)) await setVariation(db, brand, variationId, { isHidden: true })
  const added = named.filter(({ one }) => one.variationId === undefined)
  await addVariations(saving, goodsId, said, goodsType, added)
  if (said.files) await saveFiles(saving, goodsId, goodsType, said.files)
  const editedAt = Math.max(now, from.editedAt + 1)
  await saveGoods(db, brand, goodsId, { ...columnsOf(said, goodsType), editedAt, editedBy: user.uid })
  return editedAt
}
