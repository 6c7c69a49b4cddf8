import type { Instant } from '#kit/time.ts'
import { type Movement, monthOf } from './ledger'

/**
 * What was wrong in a month that is final, put right in the month of the correction: the platform gives it to the brand, or
 * takes it (negative). The fact names the month that it is about.
 */
export const corrected = (
  { correctionId, month, amount }: { correctionId: string; month: string; amount: number },
  at: Instant,
): Movement => ({
  kind: 'adjustment',
  fact: `adjustment:${month}:${correctionId}`,
  occurredAt: at,
  entries: [
    { account: 'brandPayable', component: 'adjustment', amount: -amount, recognizedMonth: monthOf(at) },
    { account: 'platformFee', component: 'adjustment', amount, recognizedMonth: monthOf(at) },
  ],
})
