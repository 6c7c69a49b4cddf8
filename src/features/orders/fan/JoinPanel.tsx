import { chakra } from '@chakra-ui/react'
import dynamic from 'next/dynamic'
import { useRouter } from 'next/router'
import { useState } from 'react'
import { routes, useShownQueryValue } from '../../../client/routes'
import { Notice } from '../../../ui/Card'
import { BrandButton, BrandLink } from '../../../ui/fan/BrandButton'
import type { Joining } from './JoinDialog'
import { FanOrderWords, useFanOrderWords } from './words'

const JoinDialog = dynamic(() => import('./JoinDialog').then((m) => m.JoinDialog), { ssr: false })

type Props = Omit<Joining, 'fan'> & {
  status: 'onSale' | 'purchased' | 'waitingForKonbiniPayment'
  isOnSale: boolean
}

/** A plan's button: it leads to what has to be known before paying, or to what the fan already has. */
export const JoinPanel = (props: Props) => (
  <FanOrderWords>
    <Panel {...props} />
  </FanOrderWords>
)

/** Who is signed in now, asked when it matters: the page itself is the same for everybody. */
const whoIsThere = async () => {
  const { onUser } = await import('../../../client/identity')
  return new Promise<Joining['fan'] | null>((known, failed) => {
    let stop = () => {}
    stop = onUser((person) => {
      known(person)
      // It may be told before the way to stop is known.
      queueMicrotask(() => stop())
    }, failed)
  })
}

const Panel = ({ status, isOnSale, ...joining }: Props) => {
  const { join: words } = useFanOrderWords()
  const { asPath, locale } = useRouter()
  const [fan, setFan] = useState<Joining['fan'] | null>(null)
  const [busy, setBusy] = useState(false)
  // Where the payment page leads back to: what it has told us may come a moment later.
  const isBack = useShownQueryValue('paid') !== ''
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

  const open = async () => {
    setBusy(true)
    try {
      const person = await whoIsThere()
      if (person) return setFan(person)
      const prefix = locale === 'en' ? '/en' : ''
      const here = prefix + (asPath.split(/[?#]/)[0] ?? '')
      window.location.assign(prefix + routes.login({ query: { redirect_to: here } }))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <BrandButton wide onClick={() => void open()} aria-busy={busy || undefined} data-testid="join">
        {words.button}
      </BrandButton>
      {fan && <JoinDialog {...joining} fan={fan} onClose={() => setFan(null)} />}
    </>
  )
}
