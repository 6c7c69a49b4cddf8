import type { RefundQuestion } from '#money/orders/contract.ts'
import type { HistoryStatus } from '#money/orders/order.ts'
import { Badge } from '#ui/Badge.tsx'
import { useFanOrderWords } from './words'

const tones = { active: 'ok', incomplete: 'warn', canceled: 'plain', refunded: 'plain' } as const

type Props = { status: HistoryStatus; of: { isLate: boolean; isDisputed: boolean; refund: RefundQuestion | null } }

/** The state of an order's payment in one word: what is under way with the money goes before that it was paid. */
export const PaymentBadge = ({ status, of: { isLate, isDisputed, refund } }: Props) => {
  const { history: words } = useFanOrderWords()
  const back = refund && (refund.isAsked ? words.refundAsks : words.refundKept)
  const going = isDisputed ? words.disputed : back
  if (going) return <Badge tone="warn">{going}</Badge>
  return <Badge tone={tones[status]}>{isLate ? words.late : words.status[status]}</Badge>
}
