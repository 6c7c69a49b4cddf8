import type { ReactNode } from 'react'
import { at } from '#client/at.ts'
import { useKnownFan } from '#client/useFan.ts'
import { useFanAnswer } from '#client/useFanAnswer.ts'
import type { orders } from '#money/orders/contract.ts'
import { Notice } from '#ui/Card.tsx'
import { useAskedAgain } from './useAskedAgain'

type Props = {
  /** The order that was paid, as the address says. */
  orderId: string
  /** Said until the payment has been confirmed to us. */
  thanks: string
  /** From then on; without it the page around shows what was bought. */
  paid?: ReactNode
  /** What the page shows to everybody else: the address of who paid may be sent to friends, and outlasts what was paid. */
  children: ReactNode
}

/** Another's order, or none. What fails otherwise may be theirs. */
const notTheirs = ['orderNotFound', 'validation']

/** Thanks who comes back from paying, and nobody else. */
export const BackFromPaying = ({ orderId, thanks, paid, children }: Props) => {
  const fan = useKnownFan()
  const { data, failed, reload } = useFanAnswer(at<typeof orders>()('getOrderReceiptUrl'), fan ? { orderId } : null, {
    fan,
    shown: null,
  })
  const isKnown = data !== null || failed !== null
  const isTheirs = isKnown && !notTheirs.includes(failed?.code ?? '')
  const isOpen = isTheirs && !(data && paid)
  const { isOver } = useAskedAgain(isOpen, reload)
  if (fan === undefined || (fan && !isKnown)) return null
  if (isOpen && !isOver)
    return (
      <Notice tone="ok" role="status">
        {thanks}
      </Notice>
    )
  return (isTheirs && data && paid) || children
}
