import { chakra } from '@chakra-ui/react'
import { useRead } from '#client/useOperation.ts'
import { useLocale } from '#client/words.tsx'
import { Card } from '#ui/Card.tsx'
import { FailedState } from '#ui/faces/FailedState.tsx'
import { Bone } from '#ui/faces/Skeleton.tsx'
import { Stat, Stats } from '#ui/Stats.tsx'
import { dateText } from '#ui/text/DateText.tsx'
import { yenText } from '#ui/text/MoneyText.tsx'
import { waitingMoney } from '../contract'
import { useWaitingMoneyWords } from '../words'

/** What the provider has and what the ledger says that it has, each night: their difference is nothing once all is booked. */
export const ProviderBalance = () => {
  const { balance: words } = useWaitingMoneyWords()
  const locale = useLocale()
  const { data, failed } = useRead(waitingMoney.getProviderBalance, {})
  const balance = data?.balance
  if (failed)
    return (
      <chakra.div mb={6}>
        <Card title={words.title}>
          <FailedState {...failed} />
        </Card>
      </chakra.div>
    )
  if (!balance)
    return (
      <chakra.div mb={6}>
        <Card title={words.title} lead={words.text}>
          {data ? <chakra.p color="muted">{words.never}</chakra.p> : <Bone h="48px" w="100%" />}
        </Card>
      </chakra.div>
    )
  const { lookedAt, provider, unknown, ledger } = balance
  const difference = provider - unknown - ledger
  const isEqual = difference === 0
  return (
    <section aria-label={words.title} data-testid="provider-balance">
      <chakra.h2 fontSize="1rem">{words.title}</chakra.h2>
      <chakra.p color="muted" fontSize="sm" mb={3}>
        {words.text} {words.looked(dateText(lookedAt, locale, { short: true, hour: true }))}
      </chakra.p>
      <Stats>
        <Stat label={words.provider} value={yenText(provider)} />
        <Stat label={words.unknown} value={yenText(unknown)} />
        <Stat label={words.ledger} value={yenText(ledger)} />
        <Stat
          label={words.difference}
          value={yenText(difference)}
          note={isEqual ? words.equal : words.differs}
          tone={isEqual ? 'ok' : 'bad'}
        />
      </Stats>
    </section>
  )
}
