import { uploadsOf } from '#club/uploads/queries.server.ts'
import { isAdmin, mayEdit } from '#kit/contract.ts'
import { everything, paginationOf } from '#kit/pagination.ts'
import type { Instant } from '#kit/time.ts'
import { plansForContents } from '#membership/plans/queries.server.ts'
import type { Handlers } from '#server/context.ts'
import type { Brand, Db, Member, Tenant } from '#server/proven.ts'
import { filesOf } from '../downloads/queries.server'
import { salesStatusAt } from '../goods/goods'
import { type GoodsRow, lockGoods } from '../goods/queries.server'
import { addGoods, changeGoods, checkFiles } from '../goods/save.server'
import { goodsSaidOf, goodsTypeOf } from './asGoods'
import { endSale } from './calledOff/end.server'
import { isCanceledEvent } from './calledOff/queries.server'
import { eventChoicesOf } from './choices.queries.server'
import type { eventGoods as contract, EventGoodsSaid } from './contract'
import { changedFields, isEditable, isOther, isPickedUpBy, isSentBy, mayMoveDraft, reviewProblem } from './eventGoods'
import { pickUpHandlers } from './pickUp/desk.server'
import {
  brandsOf,
  countDeciders,
  type DraftRow,
  draftsOf,
  type EventGoodsRow,
  eventGoodsOf,
  eventsWithGoods,
  findDraft,
  findEventGoods,
  homeBrand,
  insertDraft,
  insertEventGoods,
  isEventOf,
  lockDraft,
  openDraftOf,
  planNamesOf,
  setDraft,
  setEventGoods,
  setOnGoods,
  titlesOf,
} from './queries.server'

const may = ({ role }: Member) => ({
  canEdit: mayEdit(role),
  canDecide: isAdmin(role),
})

const sum = (figures: readonly number[]) => figures.reduce((total, figure) => total + figure, 0)
const itemOf = ({ goods, event, eventTitle, variations, draftState }: EventGoodsRow, now: Instant) => {
  const shown = variations.filter(({ isHidden }) => !isHidden)
  return {
    goodsId: goods.goodsId,
    name: goods.name,
    thumbnail: goods.thumbnails[0]?.url ?? '',
    price: goods.price,
    brandId: goods.brandId,
    eventId: event.eventId,
    eventTitle,
    delivery: event.delivery,
    visibility: goods.visibility,
    salesStatus: salesStatusAt(goods, variations, now),
    stock: shown.some(({ isUnlimited }) => isUnlimited) ? null : sum(shown.map(({ available }) => available)),
    sold: sum(variations.map(({ sold }) => sold)),
    draftState,
    editedAt: goods.editedAt,
  }
}

/** The current goods in the form of a draft, without stock changes. */
const saidOf = async (db: Db, { goods, event, variations }: EventGoodsRow): Promise<EventGoodsSaid> => ({
  homeBrandId: goods.brandId,
  eventId: event.eventId,
  name: goods.name,
  description: goods.description,
  english: goods.english,
  price: goods.price,
  salesType: goods.salesType,
  maxPerPerson: goods.maxPerPerson,
  isReducedTax: goods.isReducedTax,
  thumbnails: goods.thumbnails,
  variations: variations.map(({ variationId, name, english, sku, isUnlimited, maxQuantity, isStopped, isHidden }) => ({
    variationId,
    variationName: name,
    english,
    sku,
    isUnlimited,
    stockChange: 0,
    maxQuantity,
    isStopped,
    isHidden,
  })),
  shares: goods.shares ?? [],
  delivery: event.delivery,
  shippingFee: goods.shippingFee,
  // Where nothing is sent the shop says there where it is handed over.
  shippingTimeText: isSentBy(event.delivery) ? goods.shippingTimeText : '',
  ...(event.delivery === 'digital' && { files: (await filesOf(db, goods, goods.goodsId)).map(fileSaid) }),
  pickUp: event.pickUp,
  windows: goods.saleWindows ?? [],
})

const draftOf = ({ draft, authorName }: { draft: DraftRow; authorName: string }, now: EventGoodsSaid | null) => ({
  draftId: draft.draftId,
  goodsId: draft.goodsId,
  name: draft.payload.name,
  thumbnail: draft.payload.thumbnails[0]?.url ?? '',
  brandId: draft.brandId,
  state: draft.state,
  authorName,
  reason: draft.reason,
  editedAt: draft.editedAt,
  submittedAt: draft.submittedAt,
  changed: draft.state === 'approved' ? [] : changedFields(now, draft.payload),
})

const fileSaid = ({ fileId, mediaId, name }: { fileId: string; mediaId: string; name: string }) => ({
  fileId,
  mediaId,
  name,
})
type Reading = { db: Db; tenant: Tenant; member: Member }
const soldNow = async ({ db, tenant, member }: Reading, goodsId: string | null) => {
  const row = goodsId === null ? undefined : await findEventGoods(db, tenant, member, goodsId)
  return row ? saidOf(db, row) : null
}

/** Uploads of all files in these versions; they belong to the home brand. */
const uploadsIn = async ({ db, tenant, member }: Reading, brandId: string, ...all: (EventGoodsSaid | null)[]) => {
  const mediaIds = all.flatMap((said) => said?.files?.map(({ mediaId }) => mediaId) ?? [])
  const brand = mediaIds.length > 0 ? await homeBrand(db, tenant, member, brandId) : undefined
  const found = brand ? await uploadsOf(db, brand, mediaIds) : []
  return found.map(({ mediaId, contentType, size }) => ({ mediaId, contentType, size }))
}

type NotFoundCode = 'brandNotFound' | 'eventNotFound' | 'planNotFound' | 'variationNotFound' | 'fileNotFound'
type Checking = Reading & {
  now: Instant
  refuse: (code: NotFoundCode | 'validation', fields?: { field: string; rule: string }[]) => never
}
/** References must belong to the club, and variations to the goods that the draft changes. */
const checkNamed = async (
  { db, tenant, member, now, refuse }: Checking,
  said: EventGoodsSaid,
  live: EventGoodsRow | undefined,
): Promise<Brand> => {
  const brand = (await homeBrand(db, tenant, member, said.homeBrandId)) ?? refuse('brandNotFound')
  if (live && live.goods.brandId !== brand.brandId) return refuse('brandNotFound')
  const known = new Set((await brandsOf(db, tenant)).map(({ brandId }) => brandId))
  if (said.shares.some(({ brandId }) => !known.has(brandId))) return refuse('brandNotFound')
  if (said.eventId !== null && !(await isEventOf(db, tenant, said.eventId))) return refuse('eventNotFound')
  const planIds = [...new Set(said.windows.flatMap((window) => window.planIds))]
  if ((await plansForContents(db, brand, planIds, now)).length < planIds.length) return refuse('planNotFound')
  const sold = new Set(live?.variations.map(({ variationId }) => variationId))
  if (said.variations.some(({ variationId }) => variationId !== undefined && !sold.has(variationId)))
    return refuse('variationNotFound')
  // Digital goods cannot become physical ones, nor the other way round.
  if (live && live.goods.goodsType !== goodsTypeOf(said))
    return refuse('validation', [{ field: 'said.delivery', rule: 'fixed' }])
  const files = said.files ?? []
  await checkFiles({ db, brand, refuse }, files)
  const soldFiles = new Set(live ? (await filesOf(db, brand, live.goods.goodsId)).map(({ fileId }) => fileId) : [])
  if (files.some(({ fileId }) => fileId !== undefined && !soldFiles.has(fileId))) return refuse('fileNotFound')
  return brand
}

type Judging = Pick<Reading, 'db' | 'tenant'> & {
  refuse: (code: 'eventCanceled', fields: { field: string; rule: string }[]) => never
}
/**
 * No goods are made for a cancelled event, and nothing is handed over there. Its goods that are sent stay on sale
 * (calledOff), so they may be changed.
 */
const checkEvent = async (
  { db, tenant, refuse }: Judging,
  { eventId, delivery }: EventGoodsSaid,
  live: EventGoodsRow | undefined,
): Promise<void> => {
  if (eventId === null || (live?.event.eventId === eventId && !isPickedUpBy(delivery))) return
  if (await isCanceledEvent(db, tenant, eventId))
    return refuse('eventCanceled', [{ field: 'eventId', rule: 'eventCanceled' }])
}

export const eventGoodsHandlers: Handlers<typeof contract> = {
  ...pickUpHandlers,

  async getEventGoodsList({ db, tenant, member, now }, { status = 'all', eventId, q, pagination: page = everything }) {
    const { rows, total } = await eventGoodsOf(db, tenant, member, { status, eventId, q, page, now })
    return {
      eventGoods: rows.map((row) => itemOf(row, now)),
      brands: await brandsOf(db, tenant),
      events: await eventsWithGoods(db, tenant, member),
      pagination: paginationOf(total, page),
      ...may(member),
    }
  },

  async getEventGoods({ db, tenant, member, now, refuse }, { goodsId }) {
    const row = (await findEventGoods(db, tenant, member, goodsId)) ?? refuse('goodsNotFound')
    const draft = await openDraftOf(db, tenant, goodsId)
    const said = await saidOf(db, row)
    return {
      goods: itemOf(row, now),
      said,
      variations: row.variations.map(({ variationId, name, available, reserved, sold, isUnlimited }) => ({
        variationId,
        variationName: name,
        available,
        reserved,
        sold,
        isUnlimited,
      })),
      draft: draft ? draftOf(draft, said) : null,
      uploads: await uploadsIn({ db, tenant, member }, row.goods.brandId, said),
      brands: await brandsOf(db, tenant),
      ...may(member),
    }
  },

  async getEventChoices({ db, tenant, member, now }) {
    return { events: await eventChoicesOf(db, tenant, member, now) }
  },

  async getEventGoodsDrafts({ db, tenant, member }, { status, pagination: page = everything }) {
    const { rows, total } = await draftsOf(db, tenant, member, { status, page })
    // Versions to compare are read only for the rows of this page.
    const drafts = []
    for (const row of rows) drafts.push(draftOf(row, await soldNow({ db, tenant, member }, row.draft.goodsId)))
    return { drafts, brands: await brandsOf(db, tenant), pagination: paginationOf(total, page), ...may(member) }
  },

  async getEventGoodsDraft({ db, tenant, member, user, refuse }, { draftId }) {
    const row = (await findDraft(db, tenant, member, draftId)) ?? refuse('draftNotFound')
    const { draft } = row
    const found = draft.goodsId === null ? undefined : await findEventGoods(db, tenant, member, draft.goodsId)
    const now = found ? await saidOf(db, found) : null
    const both = now ? [draft.payload, now] : [draft.payload]
    return {
      draft: draftOf(row, now),
      said: draft.payload,
      now,
      goodsEditedAt: found?.goods.editedAt ?? null,
      isStale: found !== undefined && draft.state !== 'approved' && draft.basedOn !== found.goods.editedAt,
      isOwn: draft.authorUid === user.uid && (await countDeciders(db, tenant)) > 1,
      uploads: await uploadsIn({ db, tenant, member }, draft.brandId, draft.payload, now),
      brands: await brandsOf(db, tenant),
      events: await titlesOf(
        db,
        tenant,
        both.flatMap(({ eventId }) => eventId ?? []),
      ),
      plans: await planNamesOf(
        db,
        tenant,
        both.flatMap(({ windows }) => windows.flatMap(({ planIds }) => planIds)),
      ),
      ...may(member),
    }
  },

  async saveEventGoodsDraft(context, { draftId, goodsId, said, expectedEditedAt, expectedGoodsEditedAt }) {
    const { db, tenant, member, user, now, newId, refuse } = context
    // A form that was opened on older goods would undo later changes, such as the end of the sale.
    const isMoved = (live: EventGoodsRow | undefined) =>
      expectedGoodsEditedAt !== undefined && expectedGoodsEditedAt !== live?.goods.editedAt
    if (draftId !== undefined) {
      const draft = (await lockDraft(db, tenant, member, draftId)) ?? refuse('draftNotFound')
      if (!isEditable(draft.state)) return refuse('draftNotEditable')
      if (isOther(draft, expectedEditedAt)) return refuse('conflict')
      const live = draft.goodsId === null ? undefined : await findEventGoods(db, tenant, member, draft.goodsId)
      if (isMoved(live)) return refuse('conflict')
      await checkNamed(context, said, live)
      const editedAt = Math.max(now, draft.editedAt + 1)
      await setDraft(db, tenant, draftId, {
        payload: said,
        brandId: said.homeBrandId,
        state: 'editing',
        authorUid: user.uid,
        // The check above has ensured that the caller has seen this version, unless they sent none.
        basedOn: live?.goods.editedAt ?? null,
        editedAt,
        reason: '',
        decidedAt: null,
        decidedBy: null,
      })
      return { draftId, editedAt }
    }
    const live = goodsId === undefined ? undefined : await findEventGoods(db, tenant, member, goodsId)
    if (goodsId !== undefined && !live) return refuse('goodsNotFound')
    if (isMoved(live)) return refuse('conflict')
    await checkNamed(context, said, live)
    const made = newId('draft')
    const isFirst = await insertDraft(db, {
      tenantId: tenant.tenantId,
      draftId: made,
      brandId: said.homeBrandId,
      goodsId: goodsId ?? null,
      payload: said,
      state: 'editing',
      basedOn: live?.goods.editedAt ?? null,
      authorUid: user.uid,
      createdAt: now,
      editedAt: now,
    })
    return isFirst ? { draftId: made, editedAt: now } : refuse('draftOpen')
  },

  async submitEventGoodsDraft({ db, tenant, member, now, refuse }, { draftId, expectedEditedAt }) {
    const draft = (await lockDraft(db, tenant, member, draftId)) ?? refuse('draftNotFound')
    if (isOther(draft, expectedEditedAt)) return refuse('conflict')
    if (!mayMoveDraft(draft.state, 'submitted')) return refuse('draftNotEditable')
    const live = draft.goodsId === null ? undefined : await findEventGoods(db, tenant, member, draft.goodsId)
    const problem = reviewProblem(draft.payload, live)
    if (problem) return refuse('incomplete', [problem])
    await checkEvent({ db, tenant, refuse }, draft.payload, live)
    await setDraft(db, tenant, draftId, {
      state: 'submitted',
      submittedAt: now,
      reason: '',
      decidedAt: null,
      decidedBy: null,
    })
    return { state: 'submitted' as const }
  },

  async approveEventGoodsDraft(context, { draftId, expectedEditedAt }) {
    const { db, tenant, member, user, now, refuse } = context
    const draft = (await lockDraft(db, tenant, member, draftId)) ?? refuse('draftNotFound')
    if (isOther(draft, expectedEditedAt)) return refuse('conflict')
    if (!mayMoveDraft(draft.state, 'approved')) return refuse('draftNotSubmitted')
    if (draft.authorUid === user.uid && (await countDeciders(db, tenant)) > 1) return refuse('ownDraft')
    const said = draft.payload
    const live = draft.goodsId === null ? undefined : await findEventGoods(db, tenant, member, draft.goodsId)
    const problem = reviewProblem(said, live)
    if (problem) return refuse('incomplete', [problem])
    const brand = await checkNamed(context, said, live)
    await checkEvent({ db, tenant, refuse }, said, live)
    const saving = { db, brand, user, now, newId: context.newId, enqueue: context.enqueue, refuse }
    const [delivery, pickUp, eventId] = [said.delivery, said.pickUp, said.eventId]
    const goodsId =
      draft.goodsId === null
        ? await addGoods(saving, { ...goodsSaidOf(said), goodsType: goodsTypeOf(said), visibility: 'hidden' })
        : draft.goodsId
    if (draft.goodsId === null)
      await insertEventGoods(db, {
        tenantId: tenant.tenantId,
        goodsId,
        brandId: brand.brandId,
        eventId,
        delivery,
        pickUp,
        createdAt: now,
      })
    else {
      const from: GoodsRow = (await lockGoods(db, brand, goodsId)) ?? refuse('conflict')
      // The goods have changed since: what was reviewed is not what would be applied.
      if (from.editedAt !== draft.basedOn) return refuse('conflict')
      await changeGoods(saving, from, goodsSaidOf(said))
      await setEventGoods(db, tenant, goodsId, { eventId, delivery, pickUp, endedAt: null })
    }
    await setOnGoods(db, tenant, goodsId, {
      isPickUp: delivery === 'pickUp',
      isPickUpOffered: delivery === 'both',
      saleWindows: said.windows,
      shares: said.shares,
    })
    await setDraft(db, tenant, draftId, { state: 'approved', goodsId, decidedBy: user.uid, decidedAt: now })
    return { goodsId }
  },

  async returnEventGoodsDraft({ db, tenant, member, user, now, refuse }, { draftId, reason, expectedEditedAt }) {
    const draft = (await lockDraft(db, tenant, member, draftId)) ?? refuse('draftNotFound')
    if (isOther(draft, expectedEditedAt)) return refuse('conflict')
    if (!mayMoveDraft(draft.state, 'returned')) return refuse('draftNotSubmitted')
    await setDraft(db, tenant, draftId, { state: 'returned', reason, decidedBy: user.uid, decidedAt: now })
    return { state: 'returned' as const }
  },

  async publishEventGoods({ db, tenant, member, now, refuse }, { goodsId, expectedEditedAt }) {
    const row = (await findEventGoods(db, tenant, member, goodsId)) ?? refuse('goodsNotFound')
    const brand = (await homeBrand(db, tenant, member, row.goods.brandId)) ?? refuse('goodsNotFound')
    const from = (await lockGoods(db, brand, goodsId)) ?? refuse('goodsNotFound')
    if (isOther(from, expectedEditedAt)) return refuse('conflict')
    if (from.saleEndAt !== null && from.saleEndAt <= now) return refuse('saleEnded')
    if (from.visibility === 'hidden')
      await setOnGoods(db, tenant, goodsId, { visibility: 'visible', editedAt: Math.max(now, from.editedAt + 1) })
    return { goodsId }
  },

  async endEventGoodsSale({ db, tenant, member, now, refuse }, { goodsId }) {
    const row = (await findEventGoods(db, tenant, member, goodsId)) ?? refuse('goodsNotFound')
    const brand = (await homeBrand(db, tenant, member, row.goods.brandId)) ?? refuse('goodsNotFound')
    const from = (await lockGoods(db, brand, goodsId)) ?? refuse('goodsNotFound')
    if (from.saleEndAt !== null && from.saleEndAt <= now) return refuse('saleEnded')
    await endSale(db, from, now)
    return { goodsId }
  },
}
