import { addressees } from '#club/inquiries/queries.server.ts'
import { everything, paginationOf } from '#kit/pagination.ts'
import { addOrderEvent } from '#money/orders/queries.server.ts'
import { mailToFan, workOf } from '#money/orders/work.server.ts'
import type { Handlers } from '#server/context.ts'
import { mailJobs } from '#server/mail/jobs.server.ts'
import type { downloads } from './contract'
import {
  addressGoodFor,
  afterDownload,
  grantStateAt,
  mostNetworks,
  mostWaiting,
  networksWithin,
  remainingOf,
  savedNameOf,
  shownGrant,
  waitedFor,
} from './download'
import { downloadStopped, downloadStoppedForStaff } from './mails'
import { grantsOf, lockGrant, lockGrantOfFan, networksOf, noteDownload, setGrant, waitingFiles } from './queries.server'

export const downloadHandlers: Handlers<typeof downloads> = {
  async getDownloadUrl(context, { grantId }) {
    const { db, enqueue, brand, fan, storage, network, now, newId, origin, refuse } = context
    const grant = (await lockGrantOfFan(db, brand, fan, grantId)) ?? refuse('downloadNotFound')
    const state = grantStateAt(grant, now)
    if (state !== 'active') return { status: state }
    const { tenantId } = brand
    const counted = afterDownload(grant, now)
    const isCounted = counted.usedCount > grant.usedCount
    await noteDownload(db, { tenantId, logId: newId('log'), grantId, at: now, network: network(), isCounted })
    const since = Math.max(now - networksWithin, grant.resumedAt ?? 0)
    if ((await networksOf(db, brand, grantId, since)) > mostNetworks) {
      await setGrant(db, brand, grantId, { suspendedAt: now, suspendReason: 'abuse' })
      const { orderId, orderNumber } = grant
      await addOrderEvent(
        db,
        { tenantId, orderId },
        { eventId: newId('event'), at: now, what: 'downloadStopped', detail: grant.name },
      )
      const { brandName, emails } = await addressees(db, brand)
      const stopped = { orderId, orderNumber, brandName, fileName: savedNameOf(grant.name, grant.fileName) }
      await mailToFan(workOf(context, context), { ...brand, uid: fan.uid }, (to) => downloadStopped(to, stopped))
      // Staff have no stored language, so the mail is in Japanese.
      const reader = { origin, locale: 'ja' as const }
      const page = `/tenants/${tenantId}/brands/${brand.brandId}/orders/${orderId}`
      for (const to of emails)
        await enqueue(mailJobs.sendMail, { ...downloadStoppedForStaff(reader, page, stopped), to, locale: 'ja' })
      return { status: 'suspended' as const }
    }
    await setGrant(db, brand, grantId, { ...counted, lastDownloadAt: now })
    const expiresAt = now + addressGoodFor
    const url = await storage.signDownload({
      key: grant.key,
      expiresAt,
      fileName: savedNameOf(grant.name, grant.fileName),
    })
    return { status: 'ready' as const, url, expiresAt, remaining: remainingOf({ ...grant, ...counted }) }
  },

  async getDownloadGrants({ db, brand, now }, { orderId, goodsId, uid, pagination: page = everything }) {
    const { rows, total } = await grantsOf(db, brand, { orderId, goodsId, uid, page })
    return {
      grants: rows.map((row) => ({
        ...shownGrant(row, now),
        orderId: row.orderId,
        orderNumber: row.orderNumber,
        buyerName: row.buyerName,
        usedCount: row.usedCount,
        maxDownloads: row.maxDownloads,
        reason: row.isGivenBack ? ('refund' as const) : row.suspendReason,
      })),
      pagination: paginationOf(total, page),
    }
  },

  async getWaitingFiles({ db, brand, now }) {
    const rows = await waitingFiles(db, brand, now - waitedFor)
    return { rows: rows.slice(0, mostWaiting), isCut: rows.length > mostWaiting }
  },

  async resetDownloadCount({ db, brand, user, now, newId, refuse }, { grantId }) {
    const grant = (await lockGrant(db, brand, grantId)) ?? refuse('downloadNotFound')
    await setGrant(db, brand, grantId, { usedCount: 0, countedAt: null })
    await addOrderEvent(
      db,
      { tenantId: brand.tenantId, orderId: grant.orderId },
      { eventId: newId('event'), at: now, what: 'downloadReset', detail: grant.name, actorUid: user.uid },
    )
    return { remaining: remainingOf({ ...grant, usedCount: 0 }) }
  },

  async suspendDownload({ db, brand, user, now, newId, refuse }, { grantId, on }) {
    const grant = (await lockGrant(db, brand, grantId)) ?? refuse('downloadNotFound')
    const suspended = on
      ? { suspendedAt: now, suspendReason: 'staff' as const }
      : { suspendedAt: null, suspendReason: null }
    if (on !== (grant.suspendedAt !== null)) {
      await setGrant(db, brand, grantId, on ? suspended : { ...suspended, resumedAt: now })
      await addOrderEvent(
        db,
        { tenantId: brand.tenantId, orderId: grant.orderId },
        {
          eventId: newId('event'),
          at: now,
          what: on ? 'downloadSuspended' : 'downloadResumed',
          detail: grant.name,
          actorUid: user.uid,
        },
      )
    }
    return { state: grantStateAt({ ...grant, ...suspended }, now) }
  },
}
