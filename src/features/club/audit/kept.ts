import type { ResultOf } from '#kit/contract.ts'
import type { audit } from './contract'

export type AuditEntry = ResultOf<typeof audit.getAuditLog>['entries'][number]
export type Detail = AuditEntry['details'][number]

/** Kept fields that are moments, amounts of yen, months, and lists whose items people read. All others are shown as they are. */
export const momentFields = new Set(
  'archivingAt asOf at availableAt expiredAt from joinedFrom joinedTo publishAt publishingAt runAt scheduledStartAt seenFrom shippedFrom shippedTo startAt to until'.split(
    ' ',
  ),
)
export const yenFields = new Set(
  'amount amountFrom amountTo lifetimeAtLeast postage price priceOverride shippingFee'.split(' '),
)
export const monthFields = new Set(['endedIn', 'joinedIn', 'month'])
export const listFields = new Set(['fulfillmentState', 'labels', 'paymentState', 'words'])

/** The month that a value says: `2026-11`, or `{"year":2026,"month":11}`. */
export const monthOfValue = ({ name, value }: Detail): { year: number; month: number } | null => {
  if (name === 'period') return JSON.parse(value)
  const [year = 0, month = 0] = value.split('-').map(Number)
  return monthFields.has(name) ? { year, month } : null
}

/** What was kept of a list: its items may be fewer than there were. */
export const itemsOf = ({ value }: Detail): string[] => JSON.parse(value)

/** Fields that name a thing whose kind another field says. */
const kindBeside: Record<string, string> = { itemId: 'kind', targetId: 'target' }
const ofKind: Record<string, string> = { content: 'planContentId', plan: 'planId', goods: 'goodsId', event: 'eventId' }

/** The field by which a thing of this kind is usually named. */
export const fieldOf = (name: string, details: readonly { name: string; value: string }[]): string => {
  const beside = kindBeside[name]
  const kind = details.find((one) => one.name === beside)?.value ?? ''
  return beside ? (ofKind[kind] ?? name) : name
}
