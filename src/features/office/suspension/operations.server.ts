import { suspensionReasonNames } from '#club/tenants/suspension.ts'
import { mailToOwners } from '#money/payouts/bankAccounts/account.server.ts'
import type { Handlers } from '#server/context.ts'
import { closingStateAt } from '../club/closing/closing'
import type { suspension as contract } from './contract'
import { clubGoesOn, clubSuspended } from './mails'
import { lockClub, setSuspended } from './queries.server'

export const suspensionHandlers: Handlers<typeof contract> = {
  async suspendTenant(context, { tenantId, reason, message = '' }) {
    const { db, enqueue, operator, now, origin, audit, refuse } = context
    const club = (await lockClub(db, operator, tenantId)) ?? refuse('tenantNotFound')
    if (closingStateAt(club, now) === 'closed') return refuse('clubClosed')
    if (club.suspendedAt !== null) return refuse('alreadySuspended')
    await setSuspended(db, operator, tenantId, {
      suspendedAt: now,
      suspensionReason: reason,
      suspensionMessage: message,
    })
    const { ja, en } = suspensionReasonNames[reason]
    await audit({ tenantId, role: 'operator', kept: { reason: `${ja} / ${en}`, ...(message && { message }) } })
    await mailToOwners({ db, enqueue }, { tenantId, origin }, (to) =>
      clubSuspended(to, { tenantId, name: club.name, reason, message }),
    )
    return { since: now }
  },

  async resumeTenant(context, { tenantId, message = '' }) {
    const { db, enqueue, operator, origin, audit, refuse } = context
    const club = (await lockClub(db, operator, tenantId)) ?? refuse('tenantNotFound')
    if (club.suspendedAt === null) return refuse('notSuspended')
    await setSuspended(db, operator, tenantId, { suspendedAt: null, suspensionReason: null, suspensionMessage: '' })
    await audit({ tenantId, role: 'operator', kept: message === '' ? {} : { message } })
    await mailToOwners({ db, enqueue }, { tenantId, origin }, (to) =>
      clubGoesOn(to, { tenantId, name: club.name, message }),
    )
    return {}
  },
}
