import { useShownQueryValue } from '#client/routes.ts'
import { Notice } from '#ui/Card.tsx'
import { BuyButton } from './BuyButton'
import type { Bought } from './BuyDialog'
import { useJoinWords } from './joinWords'

type Props = { month: Omit<Extract<Bought, { kind: 'backNumber' }>, 'kind'>; path: string }

/** The buy button for a plan's month. The page around it shows what the fan already has. */
export const MonthPanel = ({ month, path }: Props) => {
  const words = useJoinWords()
  const isBack = useShownQueryValue('paid') !== ''
  if (isBack) {
    return (
      <Notice tone="ok" role="status">
        {words.thanks}
      </Notice>
    )
  }
  return (
    <BuyButton of={{ ...month, kind: 'backNumber' }} path={path} testId="buy-month">
      {words.buyMonth}
    </BuyButton>
  )
}
