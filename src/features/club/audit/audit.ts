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
    'updateTenant',
    'createBrand',
    'closeBrand',
    'closeTenant',
    'suspendTenant',
    'resumeTenant',
  ],
}

const longest = 200

/** The stored part of a payload, as readable lines. */
export const detailsOf = (payload: unknown): { name: string; value: string }[] => {
  if (typeof payload !== 'object' || payload === null) return []
  return Object.entries(payload)
    .filter(([, value]) => value !== null && value !== undefined && value !== '')
    .slice(0, 12)
    .map(([name, value]) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value)
      return { name, value: [...text].length > longest ? `${[...text].slice(0, longest).join('')}…` : text }
    })
}
