import { chakra } from '@chakra-ui/react'
import { useLocale } from '#client/words.tsx'
import { Badge, type Tone } from '#ui/Badge.tsx'
import { dateText } from '#ui/text/DateText.tsx'
import { yenText } from '#ui/text/MoneyText.tsx'
import type { AdminPlan } from './contract'
import type { PlanStatus, SubscriptionInterval } from './plan'
import { usePlanWords } from './words'

const tones: Record<PlanStatus, Tone> = {
  draft: 'plain',
  active: 'ok',
  scheduledToBeArchived: 'warn',
  archived: 'plain',
}

export const PlanBadge = ({ plan: { status, archivingAt } }: { plan: Pick<AdminPlan, 'status' | 'archivingAt'> }) => {
  const words = usePlanWords()
  const locale = useLocale()
  const says =
    status === 'scheduledToBeArchived' && archivingAt !== null
      ? words.archivesOn(dateText(archivingAt, locale, { short: true }))
      : words.status[status]
  return <Badge tone={tones[status]}>{says}</Badge>
}

/** ¥1,500 / 月 */
export const usePriceText = () => {
  const { per } = usePlanWords()
  return ({ price, subscriptionInterval }: { price: number; subscriptionInterval: SubscriptionInterval }) =>
    `${yenText(price)} / ${per[subscriptionInterval]}`
}

/** Members over twelve months as one line; the numbers stand in its label. */
export const Trend = ({ values }: { values: readonly number[] }) => {
  const words = usePlanWords()
  const first = values[0] ?? 0
  const last = values.at(-1) ?? 0
  const top = Math.max(...values, 1)
  const points = values.map((value, i) => `${2 + (i * 68) / (values.length - 1)},${20 - (value / top) * 17}`).join(' ')
  return (
    <chakra.svg
      role="img"
      aria-label={words.trendOf(first, last)}
      viewBox="0 0 72 22"
      width="72px"
      height="22px"
      fill="none"
      stroke="accent"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <polyline points={points} />
    </chakra.svg>
  )
}
