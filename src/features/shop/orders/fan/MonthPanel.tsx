import dynamic from 'next/dynamic'
import { useShownQueryValue } from '#client/routes.ts'
import { BuyButton } from './BuyButton'
import type { Bought } from './BuyDialog'
import { useJoinWords } from './joinWords'

const BackFromPaying = dynamic(() => import('./BackFromPaying').then((m) => m.BackFromPaying), { ssr: false })

type Props = { month: Omit<Extract<Bought, { kind: 'backNumber' }>, 'kind'>; path: string }

/** The buy button for a plan's month. The page around it shows what the fan already has. */
export const MonthPanel = ({ month, path }: Props) => {
  const words = useJoinWords()
  const orderId = useShownQueryValue('paid')
  const button = (
    <BuyButton of={{ ...month, kind: 'backNumber' }} path={path} testId="buy-month">
      {words.buyMonth}
    </BuyButton>
  )
  if (!orderId) return button
  return (
    <BackFromPaying orderId={orderId} thanks={words.thanks}>
      {button}
    </BackFromPaying>
  )
}
