import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { routes } from '#client/routes.ts'
import { useLocale } from '#client/words.tsx'
import { BrandLink } from '#ui/fan/BrandButton.tsx'
import { monthText } from '#ui/text/DateText.tsx'
import { yenText } from '#ui/text/MoneyText.tsx'
import { useFanMonthWords } from './words'

export type BuyMonthProps = {
  brand: { tenantId: string; brandId: string; brandSlug: string }
  month: {
    planId: string
    planName: string
    backNumberPeriod: { year: number; month: number }
    price: number
    saleState: 'onSale' | 'notForSale' | 'ended'
    isOwned: boolean
    isReadable: boolean
  }
  needsActivePlan: boolean
  hasPlan: boolean
  /** Whether the plan can still be joined. */
  canJoin: boolean
  /** Whether the month is over: until then joining the plan includes it. */
  isCurrent: boolean
  /** The buy button, which belongs to another noun and comes from the page. Null if the month cannot be bought. */
  button: ReactNode
  /** Told instead of the state to who has just bought it. */
  thanks: ReactNode
}

/** Price of a month and the contents that it opens. */
export const BuyMonth = (props: BuyMonthProps) => {
  const words = useFanMonthWords()
  const locale = useLocale()
  const { brand, month, needsActivePlan, hasPlan, canJoin, isCurrent, button, thanks } = props
  const state = month.isReadable
    ? 'readable'
    : month.isOwned
      ? 'ownedNeedsPlan'
      : month.saleState === 'ended'
        ? 'ended'
        : isCurrent
          ? 'current'
          : month.saleState === 'notForSale' || button === null
            ? 'notForSale'
            : needsActivePlan && !hasPlan && !canJoin
              ? 'membersOnly'
              : null
  const wantsPlan = canJoin && !hasPlan && state !== 'readable' && state !== 'ended' && (needsActivePlan || isCurrent)
  return (
    <chakra.section
      id="buy"
      aria-label={words.buyTitle(monthText(month.backNumberPeriod, locale), month.planName)}
      display="grid"
      gap={3}
      p={{ base: 5, md: 6 }}
      borderRadius="l"
      borderWidth="1px"
      borderColor="border"
      bg="sunken"
      maxW="720px"
      scrollMarginTop="24px"
    >
      <chakra.h2 fontSize="lg">{words.buyTitle(monthText(month.backNumberPeriod, locale), month.planName)}</chakra.h2>
      {thanks ?? (state && <chakra.p>{words.states[state]}</chakra.p>)}
      {state === null && (
        <>
          <chakra.p fontSize="2xl" fontWeight="bold" fontVariantNumeric="tabular-nums">
            {yenText(month.price)}{' '}
            <chakra.span display="inline-block" fontSize="sm" fontWeight="medium" color="muted">
              {words.perMonth}
            </chakra.span>
          </chakra.p>
          <chakra.p fontSize="0.875rem" color="muted">
            {needsActivePlan ? words.needsPlan : words.alone} {words.later}
          </chakra.p>
          {button}
        </>
      )}
      {wantsPlan && (
        <div>
          <BrandLink look="outline" href={routes.fanPlan({ brandSlug: brand.brandSlug, planId: month.planId })}>
            {words.join}
          </BrandLink>
        </div>
      )}
    </chakra.section>
  )
}
