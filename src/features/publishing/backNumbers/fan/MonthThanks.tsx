import { chakra } from '@chakra-ui/react'
import { useEffect, useRef } from 'react'
import { routes } from '#client/routes.ts'
import { useLocale } from '#client/words.tsx'
import { BrandLink } from '#ui/fan/BrandButton.tsx'
import { monthText } from '#ui/text/DateText.tsx'
import type { BuyMonthProps } from './BuyMonth'
import { MonthThanksWords, useMonthThanksWords } from './thanksWords'

type Props = Pick<BuyMonthProps, 'brand' | 'month'> & {
  contents: readonly { planContentId: string }[]
  /** The month has no more than these. */
  isWhole: boolean
}

/** Back from having paid for a month: thanks, what is open now, and the way into it. */
export const MonthThanks = (props: Props) => (
  <MonthThanksWords>
    <Thanks {...props} />
  </MonthThanksWords>
)

const Thanks = ({ brand: { brandSlug }, month, contents, isWhole }: Props) => {
  const words = useMonthThanksWords()
  const locale = useLocale()
  const name = monthText(month.backNumberPeriod, locale)
  const [first] = contents
  // The page of the brand stands above it; they come back to be told.
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.closest('#buy')?.scrollIntoView?.({ block: 'start' })
  }, [])
  return (
    <chakra.div ref={box} role="status" display="grid" gap={3} data-testid="month-thanks">
      <chakra.p fontWeight="bold" fontSize="lg">
        {words.thanks}
      </chakra.p>
      {month.isReadable ? (
        <p>
          {words.open(name, contents.length, isWhole)} {words.later}
        </p>
      ) : (
        <p>{words.ownedNeedsPlan(name, month.planName)}</p>
      )}
      {month.isReadable && first && (
        <BrandLink wide href={routes.fanContent({ brandSlug, planContentId: first.planContentId })}>
          {words.first}
        </BrandLink>
      )}
    </chakra.div>
  )
}
