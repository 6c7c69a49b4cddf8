import { chakra } from '@chakra-ui/react'
import type { FramedPage } from '../../../../client/page'
import type { BrandProfile } from '../../../../features/brands/contract'
import { BrandTabs } from '../../../../features/brands/fan/BrandTabs'
import { FanBrandFrame } from '../../../../features/brands/fan/FanBrandFrame'
import { loadBrand } from '../../../../features/brands/fan/loadBrand.server'
import type { PlanOnCard } from '../../../../features/plans/contract'
import { loadPlans } from '../../../../features/plans/fan/loadPlans.server'
import { PlanCards } from '../../../../features/plans/fan/PlanCards'
import { useFanPlans } from '../../../../features/plans/fan/useFanPlans'
import { FanPlanWords, useFanPlanWords } from '../../../../features/plans/fan/words'
import { visitorPage } from '../../../../server/ask'
import { Wrap } from '../../../../ui/fan/FanFrame'

type Props = { brand: BrandProfile; plans: PlanOnCard[] }

export const getServerSideProps = visitorPage<Props>(async ({ ask, params, locale }) => {
  const brand = await loadBrand(ask, params.brandSlug, locale)
  if (!brand) return { notFound: true }
  return { props: { brand, plans: await loadPlans(ask, brand, locale) } }
})

const page: FramedPage<Props> = (props) => (
  <FanPlanWords>
    <Framed {...props} />
  </FanPlanWords>
)
page.rests = true

export default page

const Framed = ({ brand, plans }: Props) => {
  const words = useFanPlanWords()
  return (
    <FanBrandFrame brand={brand} title={`${words.title} — ${brand.name}`} description={words.plansOf(brand.name)}>
      <Plans brand={brand} plans={plans} />
    </FanBrandFrame>
  )
}

const Plans = ({ brand, plans }: Props) => {
  const words = useFanPlanWords()
  const shown = useFanPlans(plans, brand)
  return (
    <Wrap pt={{ base: 5, md: 8 }}>
      <chakra.p fontWeight="semibold" color="muted" fontSize="14px">
        {brand.name}
      </chakra.p>
      <chakra.h1 fontSize={{ base: '24px', md: '3xl' }}>{words.title}</chakra.h1>
      <chakra.p color="muted" mt={1}>
        {words.lead}
      </chakra.p>
      <BrandTabs brandSlug={brand.brandSlug} current="plans" />
      <chakra.div mt={6}>
        <PlanCards brandSlug={brand.brandSlug} plans={shown} level={2} />
      </chakra.div>
    </Wrap>
  )
}
