import { chakra } from '@chakra-ui/react'
import { routes } from '../../../client/routes'
import { BrandLink } from '../../../ui/fan/BrandButton'
import { BrandHero } from '../../../ui/fan/BrandHero'
import { Wrap } from '../../../ui/fan/FanFrame'
import { yenText } from '../../../ui/text/MoneyText'
import type { PlanOnCard } from '../../plans/contract'
import type { BrandProfile } from '../contract'
import { BrandTabs } from './BrandTabs'
import { useFanBrandWords } from './words'

type Props = {
  brand: BrandProfile
  /** As the one who looks has them. */
  plans: readonly PlanOnCard[]
}

/** A member's own state; for everybody else the way to the plans, with the lowest price said before the button is pressed. */
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

/** Cover, name, how many members, and the way in. */
export const BrandHead = ({ brand, plans }: Props) => {
  const words = useFanBrandWords()
  return (
    <>
      <BrandHero
        name={brand.name}
        cover={brand.brandThumbnail}
        icon={brand.brandIcon}
        caption={brand.memberCount !== null && words.members(brand.memberCount.toLocaleString('en'))}
        lead={brand.description}
        action={
          // As wide whatever it says: it stands still when it is known who looks.
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

/** On a phone the way in stays within reach of the thumb, however far somebody has read; last in the page. */
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
