import type { Acts } from '#kit/acts.ts'
import type { staffOrders } from './contract'

export const staffOrdersActs: Acts<typeof staffOrders> = {
  refundOrder: { ja: '注文を返金', en: 'Refunded an order' },
  extendVoucher: { ja: 'お支払い期限を延長', en: 'Extended a payment deadline' },
  markRefundHandled: { ja: '返金できなかった注文を対応済みに', en: 'Marked a failed refund as settled' },
  resolveLatePayment: { ja: '遅れた入金に対応', en: 'Decided on a late payment' },
}
