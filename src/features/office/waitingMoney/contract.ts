import { z } from 'zod'
import { contract, operatorRead, operatorWrite } from '#kit/contract.ts'
import { yen } from '#kit/money.ts'
import { pagination, paginationRequest } from '#kit/pagination.ts'
import { email, id } from '#kit/text.ts'
import { instant } from '#kit/time.ts'

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
