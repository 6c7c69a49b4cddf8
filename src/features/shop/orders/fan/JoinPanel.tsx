import { chakra } from '@chakra-ui/react'
import { useRouter } from 'next/router'
import { routes, useShownQueryValue } from '#client/routes.ts'
import { Notice } from '#ui/Card.tsx'
import { BrandLink } from '#ui/fan/BrandButton.tsx'
import { BuyButton } from './BuyButton'
import type { Bought } from './BuyDialog'
import { FanOrderWords, useFanOrderWords } from './words'

type Props = Omit<Extract<Bought, { kind: 'plan' }>, 'kind'> & {
  status: 'onSale' | 'purchased' | 'waitingForKonbiniPayment'
  /** The member's payment was refused: it is fixed on the page of the fan's plans. */
  isRefused: boolean
  isOnSale: boolean
}

/** A plan's button: it leads to what has to be known before paying, or to what the fan already has. */
export const JoinPanel = (props: Props) => (
  <FanOrderWords>
    <Panel {...props} />
  </FanOrderWords>
)

const Panel = ({ status, isRefused, isOnSale, ...plan }: Props) => {
  const { join: words } = useFanOrderWords()
  const { asPath } = useRouter()
  // Return URL of the payment page; the payment may be confirmed to us a moment later.
  const isBack = useShownQueryValue('paid') !== ''
  if (isRefused) {
    return (
      <>
        <Notice tone="bad">{words.refused}</Notice>
        <BrandLink href={routes.myPlans()}>{words.mend}</BrandLink>
      </>
    )
  }
  if (status === 'purchased') return <BrandLink href={routes.myPlans()}>{words.joined}</BrandLink>
  if (status === 'waitingForKonbiniPayment') return <BrandLink href={routes.myOrders()}>{words.waiting}</BrandLink>
  if (isBack) {
    return (
      <>
        <Notice tone="ok" role="status">
          {words.thanks}
        </Notice>
        <BrandLink href={routes.myPlans()}>{words.joined}</BrandLink>
      </>
    )
  }
  if (!isOnSale) return <chakra.p color="muted">{words.closed}</chakra.p>
  return (
    <BuyButton of={{ ...plan, kind: 'plan' }} path={asPath.split(/[?#]/)[0] ?? ''} testId="join">
      {words.button}
    </BuyButton>
  )
}
