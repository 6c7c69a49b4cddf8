import { chakra } from '@chakra-ui/react'
import type { FramedPage } from '#client/page.ts'
import type { BrandProfile } from '#club/brands/contract.ts'
import { BrandSection } from '#club/brands/fan/BrandSection.tsx'
import { loadBrand } from '#membership/figures/loadBrand.server.ts'
import type { PlanOnCard } from '#membership/plans/contract.ts'
import { loadPlans } from '#membership/plans/fan/loadPlans.server.ts'
import { PlanCards } from '#membership/plans/fan/PlanCards.tsx'
import { useFanPlans } from '#membership/plans/fan/useFanPlans.ts'
import { FanPlanWords, useFanPlanWords } from '#membership/plans/fan/words.tsx'
import { visitorPage } from '#program/ask.ts'

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
