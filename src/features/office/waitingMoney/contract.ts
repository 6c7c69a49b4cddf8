import { z } from 'zod'
import { contract, operatorRead, operatorWrite } from '#kit/contract.ts'
import { yen } from '#kit/money.ts'
import { pagination, paginationRequest } from '#kit/pagination.ts'
import { anyId, email, id, text } from '#kit/text.ts'
import { instant } from '#kit/time.ts'

const providerId = anyId

/** Money that was paid for somebody who has deleted the account, and that could not be given back. */
export const waitingMoney = contract({
  /** Newest first. */
  getWaitingMoney: operatorRead({
    payload: { pagination: paginationRequest.optional() },
    result: z.object({
      orders: z.array(
        z.object({
          orderId: id,
          orderNumber: z.string(),
          tenantName: z.string(),
          brandName: z.string(),
          paymentMethod: z.enum(['card', 'konbini']),
          amount: yen,
          placedAt: instant,
          /** When the last refund failed. */
          failedAt: instant,
        }),
      ),
      pagination,
    }),
  }),
  /** Payments and subscriptions of the provider that nobody is known for (rule: money.unallocated), the newest first. */
  getUnallocatedPayments: operatorRead({
    payload: { pagination: paginationRequest.optional() },
    result: z.object({
      payments: z.array(
        z.object({
          providerId,
          kind: z.enum(['payment', 'subscription']),
          /** In the currency's smallest unit; of a subscription that of each charge. */
          amount: z.int(),
          currency: z.string(),
          method: z.enum(['card', 'konbini']),
          /** What it names, which its payer may not have placed. */
          orderNumber: z.string().nullable(),
          tenantName: z.string().nullable(),
          arrivedAt: instant,
          /** The provider is refunding or ending it. */
          isAsked: z.boolean(),
          /** What came of it last: one of `troubles`, or the code with which the provider refused; empty for nothing. */
          trouble: z.string(),
          /** Until when evidence can be handed in; null where no dispute is open. */
          evidenceDueAt: instant.nullable(),
        }),
      ),
      pagination,
    }),
  }),
  /** What the provider's balance and the ledger said in the last nightly look (rule: money.balance); null before the first one. */
  getProviderBalance: operatorRead({
    payload: {},
    result: z.object({
      balance: z
        .object({
          lookedAt: instant,
          /** The sum of the provider's transactions, after its fees. */
          provider: z.int(),
          /** What of it no order is known for. */
          unknown: z.int(),
          /** What the ledger says is at the provider. */
          ledger: z.int(),
        })
        .nullable(),
    }),
  }),
  /** Refunds the payment or ends the subscription at the provider, or notes why nothing is to be done. */
  settleUnallocatedPayment: operatorWrite({
    fresh: true,
    audit: ['providerId', 'action', 'reason'],
    payload: {
      providerId,
      action: z.enum(['giveBack', 'note']),
      reason: text({ min: 1, max: 200 }),
      /** Where a store's payment is refunded: who is asked for a bank account. */
      email: email.nullable(),
    },
    result: z.object({}),
    refusals: ['paymentNotFound', 'refundNeedsEmail'],
    limit: { points: 30, seconds: 3600 },
  }),
  /**
   * Tries the refund once more. For a store's payment the provider asks for a bank account at this e-mail address, which
   * is forgotten when that has ended.
   */
  refundWaitingMoney: operatorWrite({
    fresh: true,
    audit: ['orderId'],
    payload: { orderId: id, email: email.nullable() },
    result: z.object({}),
    refusals: ['orderNotFound', 'refundNeedsEmail'],
    limit: { points: 30, seconds: 3600 },
  }),
})
