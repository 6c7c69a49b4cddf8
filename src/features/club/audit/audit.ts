import type { auditTopics } from './contract'

type Topic = (typeof auditTopics)[number]

/** Operations that belong to each topic. */
export const operationsOfTopic: Record<Topic, readonly string[]> = {
  reveals: [
    'revealFan',
    'exportStatement',
    'getIdentityDocument',
    'revealOrderAddress',
    'getPackingSlips',
    'getExportUrl',
    'exportOrders',
    'exportFans',
    'exportSubscribers',
    'exportSales',
    'exportLedger',
    'exportJournal',
  ],
  money: [
    'refundOrder',
    'resolveLatePayment',
    'saveBankAccount',
    'submitIdentityCheck',
    'retryPayout',
    'exportStatement',
    'exportJournal',
    'extendTerm',
    'giveFreeDays',
    'grantComplimentaryTerm',
    'cancelSubscriptionByStaff',
  ],
  fans: [
    'updateFan',
    'labelFans',
    'blockFan',
    'setCommentBan',
    'moderateComments',
    'pinComment',
    'featureComment',
    'remindPayment',
  ],
  staff: [
    'inviteTenantMember',
    'updateTenantMember',
    'removeTenantMember',
    'acceptTenantInvitation',
    'declineTenantInvitation',
    'updateTenant',
    'createBrand',
    'closeBrand',
    'closeTenant',
    'closeTenantAsOperator',
    'suspendTenant',
    'resumeTenant',
  ],
}

const longest = 200

/** The first items of a list that are within the length, as JSON. */
const firstOf = (list: readonly unknown[]): string => {
  let kept = list.slice(0, longest)
  while (kept.length > 0 && JSON.stringify(kept).length > longest) kept = kept.slice(0, -1)
  return JSON.stringify(kept)
}

type Detail = { name: string; value: string; count?: number; isYes?: boolean }
/** The stored part of a payload, field by field. */
export const detailsOf = (payload: unknown): Detail[] => {
  if (typeof payload !== 'object' || payload === null) return []
  return Object.entries(payload)
    .filter(([, value]) => value !== null && value !== undefined && value !== '')
    .slice(0, 12)
    .map(([name, value]) => {
      if (Array.isArray(value)) return { name, value: firstOf(value), count: value.length }
      if (typeof value === 'boolean') return { name, value: String(value), isYes: value }
      const text = typeof value === 'string' ? value : JSON.stringify(value)
      return { name, value: [...text].length > longest ? `${[...text].slice(0, longest).join('')}…` : text }
    })
}
