import { chakra } from '@chakra-ui/react'
import { routes } from '#client/routes.ts'
import { useLocale } from '#client/words.tsx'
import type { Yen } from '#kit/money.ts'
import { grouped } from '#kit/number.ts'
import { BrandLink } from '#ui/fan/BrandButton.tsx'
import { BrandHero } from '#ui/fan/BrandHero.tsx'
import { Wrap } from '#ui/fan/FanFrame.tsx'
import { monthText } from '#ui/text/DateText.tsx'
import { yenText } from '#ui/text/MoneyText.tsx'
import type { BrandProfile } from '../contract'
import { leadOf } from '../lead'
import { BrandTabs } from './BrandTabs'
import { useFanBrandWords } from './words'

/** What the link to the plans says of one of them: whether the reader has it, and what it costs. */
type PlanForReader = {
  name: string
  status: string
  paymentIncomplete?: boolean | undefined
  prices: readonly { price: Yen; subscriptionInterval: 'month' | 'year' }[]
}

type Props = {
  brand: BrandProfile
  /** The plans as the current reader sees them. */
  plans: readonly PlanForReader[]
}

/** Shows a member's own state; everybody else gets the link to the plans, with the lowest price. */
const Way = ({ brand, plans }: Props) => {
  const words = useFanBrandWords()
  const [mine, ...more] = plans.filter(({ status }) => status === 'purchased')
  if (plans.some(({ paymentIncomplete }) => paymentIncomplete))
    return (
      <BrandLink wide href={routes.myPlans()}>
        {words.refused}
      </BrandLink>
    )
  if (mine)
    return (
      <BrandLink wide look="outline" href={routes.myPlans()}>
        <chakra.span overflow="hidden" textOverflow="ellipsis" whiteSpace="nowrap">
          {more.length > 0 ? words.joinedMany(more.length + 1) : words.joined(mine.name)}
        </chakra.span>
      </BrandLink>
    )
  if (plans.some(({ status }) => status === 'waitingForKonbiniPayment'))
    return (
      <BrandLink wide href={routes.myOrders()}>
        {words.waiting}
      </BrandLink>
    )
  const [lowest] = plans.flatMap(({ prices }) => prices).toSorted((one, other) => one.price - other.price)
  return lowest ? (
    <BrandLink wide href={routes.fanPlans(brand)}>
      {words.from(`${yenText(lowest.price)} / ${words.per[lowest.subscriptionInterval]}`)}
    </BrandLink>
  ) : null
}

/** Cover, name, one line of the creator, members, since when, and the join button. What else they say follows below (BrandFacts). */
export const BrandHead = ({ brand, plans }: Props) => {
  const words = useFanBrandWords()
  const locale = useLocale()
  const since = words.since(monthText(brand.since, locale))
  return (
    <>
      <BrandHero
        name={brand.name}
        cover={brand.brandThumbnail}
        icon={brand.brandIcon}
        caption={brand.memberCount === null ? since : `${words.members(grouped(brand.memberCount))} · ${since}`}
        lead={leadOf(brand.description)}
        action={
          // Fixed width: nothing moves once the signed-in reader has loaded.
          <chakra.div display={{ base: 'none', md: 'block' }} w="300px">
            <Way brand={brand} plans={plans} />
          </chakra.div>
        }
      />
      <Wrap>
        <BrandTabs brandSlug={brand.brandSlug} current="top" />
      </Wrap>
    </>
  )
}

/** On phones the join button stays fixed at the bottom; last in the document order. */
export const WayInReach = ({ brand, plans }: Props) => (
  <chakra.div
    display={{ base: 'block', md: 'none' }}
    position="sticky"
    bottom={0}
    zIndex={1}
    mt={8}
    px={5}
    pt={3}
    pb="calc(12px + env(safe-area-inset-bottom))"
    bg="surface"
    borderTopWidth="1px"
    borderColor="border"
    _empty={{ display: 'none' }}
  >
    <Way brand={brand} plans={plans} />
  </chakra.div>
)
