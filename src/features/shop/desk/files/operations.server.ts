import { beginExport } from '#club/exports/work.server.ts'
import { seesMoney } from '#kit/contract.ts'
import { everything, paginationOf } from '#kit/pagination.ts'
import type { Instant } from '#kit/time.ts'
import { isPaid } from '#money/orders/order.ts'
import { orderById } from '#money/orders/queries.server.ts'
import { hasRefunds } from '#money/orders/refunds.server.ts'
import { workOf } from '#money/orders/work.server.ts'
import type { Handlers } from '#server/context.ts'
import type { Brand, Db } from '#server/proven.ts'
import { addressShownFor, trackingUrlOf, undoFor } from '../../parcels/fulfillment'
import {
  linesOfOrders,
  lockedOrders,
  noteLabels,
  ordersIn,
  shipmentsOf,
  shipmentsOfImport,
} from '../../parcels/queries.server'
import { parcelMailsOf, restOf, ship, stepBack, whyNotShip } from '../../parcels/ship.server'
import { searchedBy } from '../queries.server'
import { type orderFiles as contract, mostMailsShown, mostNamed } from './contract'
import { measured, type OrderExport } from './export.server'
import { mostInFile } from './formats'
import {
  areOfBrand,
  buyersByNumber,
  heldImport,
  importOf,
  importsOf,
  insertImport,
  keepLabelSender,
  labelSenderOf,
  ordersByNumber,
  recipientsOf,
  sentNumbers,
  setImport,
} from './queries.server'
import { readTracking } from './read.server'
import { type RowResult, resultOf, shippedAtOf, type TrackingRow } from './tracking'

const sendWithin = 30 * 60_000

type Judgements = { row: TrackingRow; orderId: string | null; buyer: string; result: RowResult }[]

/** The effect of each row of a file on the orders in their present state. */
const judged = async (db: Db, brand: Brand, rows: readonly TrackingRow[], now: Instant): Promise<Judgements> => {
  const found = await ordersByNumber(db, brand, [...new Set(rows.map(({ orderNumber }) => orderNumber))])
  const byNumber = new Map(found.map((order) => [order.orderNumber, order]))
  const ids = found.map(({ orderId }) => orderId)
  const [sent, lines] = [await sentNumbers(db, brand, ids), await linesOfOrders(db, brand, ids)]
  const recipients = await recipientsOf(db, brand, ids, now - addressShownFor)
  const numbers = [...new Set(rows.map(({ trackingNumber }) => trackingNumber).filter(Boolean))]
  const buyers = new Map<string, Set<string>>()
  const named = rows.flatMap(({ orderNumber, trackingNumber }) => {
    const uid = byNumber.get(orderNumber)?.uid
    return uid === undefined ? [] : [{ trackingNumber, uid }]
  })
  for (const { trackingNumber, uid } of [...named, ...(await buyersByNumber(db, brand, numbers))])
    buyers.set(trackingNumber, (buyers.get(trackingNumber) ?? new Set()).add(uid))
  const before = new Set<string>()
  return rows.map((row) => {
    const order = byNumber.get(row.orderNumber)
    const seen = order && {
      isPaid: isPaid(order.paymentState),
      fulfillmentState: order.fulfillmentState,
      sent: sent.get(order.orderId) ?? [],
      canShip: whyNotShip(order) === null && restOf(lines.get(order.orderId) ?? []).length > 0,
      isOfOthers: (buyers.get(row.trackingNumber)?.size ?? 0) > 1,
    }
    const result = resultOf(row, seen, before.has(row.orderNumber), now)
    // Carriers' files also list labels that were not used: only a row that could be sent makes a later one a duplicate.
    if (row.orderNumber !== '' && result !== 'invalidTracking') before.add(row.orderNumber)
    const orderId = order?.orderId ?? null
    return { row, orderId, buyer: recipients.get(orderId ?? '') ?? '', result }
  })
}

/** The parcel that a row of a file says. */
const carriedBy = ({ provider, providerName = '', trackingNumber, trackingUrl }: TrackingRow) => ({
  provider,
  providerName,
  trackingNumber,
  trackingUrl: /^https:\/\//.test(trackingUrl) ? trackingUrl.slice(0, 500) : trackingUrlOf(provider, trackingNumber),
})

const mailsOf = async (db: Db, brand: Brand, judgements: Judgements) => {
  const rows = new Map(
    judgements.flatMap(({ orderId, row, result }) => (orderId !== null && result === 'ok' ? [[orderId, row]] : [])),
  )
  const found = new Map((await ordersIn(db, brand, [...rows.keys()])).map((order) => [order.orderId, order]))
  const mails = await parcelMailsOf(
    db,
    brand,
    [...rows.keys()].flatMap((orderId) => found.get(orderId) ?? []),
  )
  const sent = mails.filter(({ to }) => to.isReachable)
  return {
    people: new Set(sent.map(({ to }) => to.uid)).size,
    brandName: brand.name,
    first: sent.slice(0, mostMailsShown).flatMap((mail) => {
      const row = rows.get(mail.orderId)
      return row ? [{ ...mail, ...carriedBy(row) }] : []
    }),
  }
}

const shown = async (db: Db, brand: Brand, judgements: Judgements) => ({
  rows: judgements.map(({ row: { line, orderNumber, provider, trackingNumber, shippedOn = null }, buyer, result }) => ({
    line,
    orderNumber,
    provider,
    trackingNumber,
    buyer,
    shippedOn,
    result,
  })),
  counts: {
    ok: judgements.filter(({ result }) => result === 'ok').length,
    others: judgements.filter(({ result }) => result !== 'ok').length,
  },
  mails: await mailsOf(db, brand, judgements),
})

/** The ids of each file, where a carrier takes only so many at a time; none where one file takes all. */
const partsOf = (orderIds: readonly string[], most = Number.POSITIVE_INFINITY): string[][] =>
  Number.isFinite(most)
    ? Array.from({ length: Math.ceil(orderIds.length / most) }, (_, n) => orderIds.slice(n * most, (n + 1) * most))
    : []

export const orderFileHandlers: Handlers<typeof contract> = {
  async exportOrders(context, said) {
    const { db, brand, member, now, refuse } = context
    const { tenantId: _, brandId: __, format, encoding, slipType, sender, billing, ...rest } = said
    const { tab = 'all', orderIds, ...filter } = rest
    if (orderIds && !(await areOfBrand(db, brand, orderIds))) return refuse('orderNotFound')
    const withEmail = format === 'standard' && seesMoney(member.role)
    const chosen = {
      tab,
      filter: { ...filter, ...searchedBy(filter.q, member.role, now) },
      ...(orderIds && { orderIds }),
    }
    const make = (params: OrderExport, part?: string) =>
      beginExport(context, {
        type: 'orders',
        format,
        encoding: format === 'standard' ? encoding : 'sjis',
        params,
        isPrivate: withEmail,
        ...(part && { part }),
      })
    if (format === 'standard') return { ...(await make({ ...chosen, withEmail })), files: 1, leftOut: 0 }
    const isBilled = format === 'b2cloud' || format === 'ehidenIII'
    if (isBilled) await keepLabelSender(db, brand, { format, billing, ...(format === 'b2cloud' && { sender }) }, now)
    const label = format === 'b2cloud' ? { slipType, sender, billing } : isBilled ? { billing } : undefined
    const found = await measured(db, brand, format, chosen, now)
    const fitting = found.filter(({ misfits }) => misfits.length === 0)
    const changed = fitting.flatMap(({ orderId, addressChangedAt }) => (addressChangedAt === null ? [] : [orderId]))
    const params = { ...chosen, withEmail, changed, ...(label && { label }) }
    const parts = partsOf(
      fitting.map(({ orderId }) => orderId),
      mostInFile[format],
    )
    const files: { exportId: string }[] = []
    for (const [n, part] of parts.entries())
      files.push(await make({ ...params, orderIds: part }, `${n + 1}of${parts.length}`))
    const [first = await make(params)] = files
    for (const some of partsOf(
      fitting.map(({ orderId }) => orderId),
      1000,
    ))
      await noteLabels(db, brand, some, now)
    return { ...first, files: Math.max(1, files.length), leftOut: found.length - fitting.length }
  },

  async checkOrderFile({ db, inOwnPlans, brand, member, now, refuse }, said) {
    const { tenantId: _, brandId: __, format, tab = 'all', orderIds, ...filter } = said
    if (orderIds && !(await areOfBrand(db, brand, orderIds))) return refuse('orderNotFound')
    const chosen = {
      tab,
      filter: { ...filter, ...searchedBy(filter.q, member.role, now) },
      ...(orderIds && { orderIds }),
    }
    const found = await inOwnPlans((seen) => measured(seen, brand, format, chosen, now))
    const fitting = found.filter(({ misfits }) => misfits.length === 0)
    const tooLong = found.flatMap(({ orderId, orderNumber, misfits }) =>
      misfits.map((one) => ({ orderId, orderNumber, ...one })),
    )
    const changed = fitting.flatMap(({ orderId, orderNumber, addressChangedAt: changedAt }) =>
      changedAt === null ? [] : [{ orderId, orderNumber, changedAt }],
    )
    return {
      rows: fitting.length,
      files: Math.ceil(fitting.length / (mostInFile[format] ?? Number.POSITIVE_INFINITY)) || 1,
      tooLong: tooLong.slice(0, mostNamed),
      tooLongCount: found.length - fitting.length,
      changed: changed.slice(0, mostNamed),
      changedCount: changed.length,
    }
  },

  async getLabelSender({ db, brand }) {
    const row = await labelSenderOf(db, brand)
    const { b2cloud = null, ehidenIII = null } = row?.billing ?? {}
    return { isGiven: row?.isGiven ?? false, sender: row?.sender ?? null, billing: { b2cloud, ehidenIII } }
  },

  async startTrackingImport({ transaction, storage, brand, user, now, newId }, { fileName, size }) {
    const importId = newId('import')
    const key = `private/${brand.tenantId}/imports/${importId}.csv`
    await transaction(({ db }) =>
      insertImport(db, {
        tenantId: brand.tenantId,
        brandId: brand.brandId,
        importId,
        fileName,
        size,
        key,
        state: 'waiting',
        createdBy: user.uid,
        createdAt: now,
      }),
    )
    const { url, headers } = await storage.signUpload({
      key,
      contentType: 'text/csv',
      contentLength: size,
      expiresAt: now + sendWithin,
    })
    return { importId, url, headers }
  },

  async previewTrackingImport({ transaction, storage, brand, now, refuse }, { importId }) {
    // Refused inside the transaction, so that no audit entry stays.
    const found = await transaction(async ({ db }) => {
      const one = (await importOf(db, brand, importId)) ?? refuse('importNotFound')
      return one.state === 'applied' || one.state === 'undone' ? refuse('importUsed') : one
    })
    let { rows } = found
    if (found.state === 'waiting') {
      const info = await storage.head(found.key)
      if (!info) return refuse('fileMissing')
      const read = await readTracking(await storage.read(found.key))
      if (typeof read === 'string') return refuse(read)
      rows = read
    }
    const read = await transaction(async ({ db }) => {
      // While the file was read somebody else may have read and applied it.
      const held = (await heldImport(db, brand, importId)) ?? refuse('importNotFound')
      if (held.state !== 'waiting' && held.state !== 'read') return refuse('importUsed')
      await setImport(db, brand, importId, { state: 'read', rows, rowCount: rows.length })
      return shown(db, brand, await judged(db, brand, rows, now))
    })
    return { importId, fileName: found.fileName, state: 'read' as const, ...read }
  },

  async getTrackingImport({ db, brand, now, refuse }, { importId }) {
    const { fileName, state, rows, createdAt, appliedCount, appliedAt } =
      (await importOf(db, brand, importId)) ?? refuse('importNotFound')
    const read = await shown(db, brand, await judged(db, brand, rows, now))
    return { importId, fileName, state, createdAt, appliedCount, appliedAt, ...read }
  },

  async applyTrackingImport(context, { importId, notify }) {
    const { db, brand, user, now, refuse } = context
    const found = (await heldImport(db, brand, importId)) ?? refuse('importNotFound')
    if (found.state !== 'read') return refuse('importUsed')
    const first = await judged(db, brand, found.rows, now)
    const held = await lockedOrders(
      db,
      brand,
      first.flatMap(({ orderId, result }) => (orderId !== null && result === 'ok' ? [orderId] : [])),
    )
    // Once more under the lock: somebody may have sent one of them meanwhile.
    const judgements = await judged(db, brand, found.rows, now)
    const work = workOf(context, context)
    // Each order appears in the file once, so one read of all of them is enough.
    const orders = new Map(held.map((order) => [order.orderId, order]))
    const bought = await linesOfOrders(db, brand, [...orders.keys()])
    let applied = 0
    for (const { row, orderId, result } of judgements) {
      const order = orderId === null || result !== 'ok' ? undefined : orders.get(orderId)
      if (!order) continue
      const parcel = {
        lines: restOf(bought.get(order.orderId) ?? []),
        ...carriedBy(row),
        note: '',
        shippedAt: shippedAtOf(row, order.placedAt, now),
      }
      const made = await ship(work, order, parcel, { uid: user.uid, notify, importId })
      if (typeof made === 'object') applied++
    }
    if (applied === 0) return refuse('nothingToApply')
    await setImport(db, brand, importId, { state: 'applied', appliedCount: applied, appliedAt: now })
    return { applied, skipped: judgements.length - applied }
  },

  async undoTrackingImport(context, { importId }) {
    const { db, brand, user, now, refuse } = context
    const found = (await heldImport(db, brand, importId)) ?? refuse('importNotFound')
    if (found.state !== 'applied' || found.appliedAt === null) return refuse('notApplied')
    if (found.appliedAt + undoFor < now) return refuse('tooLate')
    const parcels = await shipmentsOfImport(db, brand, importId)
    await lockedOrders(db, brand, [...new Set(parcels.map(({ orderId }) => orderId))])
    const work = workOf(context, context)
    let undone = 0
    for (const { orderId, fulfillmentId } of parcels) {
      const order = await orderById(db, orderId)
      const shipment = order && (await shipmentsOf(db, order)).find((one) => one.fulfillmentId === fulfillmentId)
      // A parcel that was edited by hand since is left alone.
      const isAsApplied = shipment?.state === 'shipped' && shipment.editedAt === shipment.createdAt
      if (!order || !isAsApplied || (await hasRefunds(db, order))) continue
      await stepBack(work, order, shipment, {
        uid: user.uid,
        reason: found.fileName,
        before: shipment.goodsWere ?? undefined,
      })
      undone++
    }
    await setImport(db, brand, importId, { state: 'undone', undoneAt: now })
    return { undone, kept: found.appliedCount - undone }
  },

  async getTrackingImports({ db, brand, now }, { pagination: page = everything }) {
    const { rows, totalCount } = await importsOf(db, brand, page)
    return {
      imports: rows.map((row) => ({
        ...row,
        canUndo: row.state === 'applied' && row.appliedAt !== null && row.appliedAt + undoFor >= now,
      })),
      pagination: paginationOf(totalCount, page),
    }
  },
}
