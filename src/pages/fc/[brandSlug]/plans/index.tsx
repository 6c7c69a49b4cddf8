import { chakra } from '@chakra-ui/react'
import type { FramedPage } from '../../../../client/page'
import type { BrandProfile } from '../../../../features/brands/contract'
import { BrandSection } from '../../../../features/brands/fan/BrandSection'
import { loadBrand } from '../../../../features/brands/fan/loadBrand.server'
import type { PlanOnCard } from '../../../../features/plans/contract'
import { loadPlans } from '../../../../features/plans/fan/loadPlans.server'
import { PlanCards } from '../../../../features/plans/fan/PlanCards'
import { useFanPlans } from '../../../../features/plans/fan/useFanPlans'
import { FanPlanWords, useFanPlanWords } from '../../../../features/plans/fan/words'
import { visitorPage } from '../../../../server/ask'

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
    <BrandSection
      brand={brand}
      current="plans"
      title={words.title}
      description={words.plansOf(brand.name)}
      lead={words.lead}
    >
      <Plans brand={brand} plans={plans} />
    </BrandSection>
  )
}

/** Rendered inside the frame, which provides the signed-in fan. */
const Plans = ({ brand, plans }: Props) => (
  <chakra.div mt={6}>
    <PlanCards brandSlug={brand.brandSlug} plans={useFanPlans(plans, brand)} level={2} />
  </chakra.div>
)
