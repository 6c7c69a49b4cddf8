import { chakra } from '@chakra-ui/react'
import dynamic from 'next/dynamic'
import { useRouter } from 'next/router'
import { routes, useShownQueryValue } from '#client/routes.ts'
import { Notice } from '#ui/Card.tsx'
import { BrandLink } from '#ui/fan/BrandButton.tsx'
import { InReach } from '#ui/fan/InReach.tsx'
import { yenText } from '#ui/text/MoneyText.tsx'
import { BuyButton } from './BuyButton'
import type { Bought } from './BuyDialog'
import { JoinWords, useJoinWords } from './joinWords'

const BackFromPaying = dynamic(() => import('./BackFromPaying').then((m) => m.BackFromPaying), { ssr: false })
const Welcome = dynamic(() => import('#membership/subscriptions/fan/Welcome.tsx').then((m) => m.Welcome), {
  ssr: false,
})
const WantedGoods = dynamic(() => import('./WantedGoods').then((m) => m.WantedGoods), { ssr: false })
const FirstSteps = dynamic(() => import('#publishing/comments/fan/FirstSteps.tsx').then((m) => m.FirstSteps), {
  ssr: false,
})

type Props = Omit<Extract<Bought, { kind: 'plan' }>, 'kind'> & {
  status: 'onSale' | 'purchased' | 'waitingForKonbiniPayment'
  /** The member's payment was refused: it is fixed on the page of the fan's plans. */
  isRefused: boolean
  isOnSale: boolean
  /** Who comes back from paying is a member of this plan now. */
  onMember: (planId: string) => void
}

/** A plan's button: it leads to what has to be known before paying, or to what the fan already has. */
export const JoinPanel = (props: Props) => (
  <JoinWords>
    <Panel {...props} />
  </JoinWords>
)

const Panel = (props: Props) => {
  const words = useJoinWords()
  // Return URL of the payment page; the payment may be confirmed to us a moment later.
  const orderId = useShownQueryValue('paid')
  /** The content that they want to see, or the goods that they want to buy. */
  const from = useShownQueryValue('from')
  const goods = useShownQueryValue('goods')
  const { status, isRefused, onMember, ...plan } = props
  if (isRefused) {
    return (
      <>
        <Notice tone="bad">{words.refused}</Notice>
        <BrandLink href={routes.myPlans()}>{words.mend}</BrandLink>
      </>
    )
  }
  const button = <Button {...props} wish={{ from, goods }} />
  if (!orderId || status === 'waitingForKonbiniPayment') return button
  return (
    <BackFromPaying
      orderId={orderId}
      thanks={words.thanks}
      paid={
        <Welcome
          planId={plan.planId}
          opens={plan.opening?.planContents ?? []}
          wanted={from}
          instead={goods ? (brand) => <WantedGoods {...brand} goodsId={goods} /> : null}
          onMember={onMember}
          next={(brand) => <FirstSteps brand={{ ...plan, ...brand }} planId={plan.planId} />}
        >
          {button}
        </Welcome>
      }
    >
      {button}
    </BackFromPaying>
  )
}

type Wish = { from: string; goods: string }

const Button = ({ status, isRefused, isOnSale, onMember, wish, ...plan }: Props & { wish: Wish }) => {
  const words = useJoinWords()
  const { asPath } = useRouter()
  const path = asPath.split(/[?#]/)[0] ?? ''
  const query = new URLSearchParams(Object.entries(wish).filter(([, id]) => id))
  if (status === 'purchased')
    return (
      <InReach>
        <BrandLink wide href={routes.myPlans()}>
          {words.joined}
        </BrandLink>
      </InReach>
    )
  if (status === 'waitingForKonbiniPayment')
    return (
      <InReach>
        <BrandLink wide href={routes.myOrders()}>
          {words.waiting}
        </BrandLink>
      </InReach>
    )
  if (!isOnSale) return <chakra.p color="muted">{words.closed}</chakra.p>
  return (
    <InReach>
      <BuyButton of={{ ...plan, kind: 'plan' }} path={query.size > 0 ? `${path}?${query}` : path} testId="join">
        {words.button} {yenText(plan.price)}
        {words.intervals[plan.interval]}
      </BuyButton>
    </InReach>
  )
}
