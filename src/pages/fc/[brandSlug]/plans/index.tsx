import { chakra } from '@chakra-ui/react'
import type { FramedPage } from '#client/page.ts'
import type { BrandProfile } from '#club/brands/contract.ts'
import { BrandSection } from '#club/brands/fan/BrandSection.tsx'
import { config } from '#config.ts'
import { loadBrand } from '#membership/figures/loadBrand.server.ts'
import { type Benefit, comparisonOf, type Savings, savingsOf } from '#membership/plans/benefits.ts'
import type { PlanOnCard } from '#membership/plans/contract.ts'
import { PlanGuideWords } from '#membership/plans/fan/guideWords.tsx'
import { loadPlans } from '#membership/plans/fan/loadPlans.server.ts'
import { PlanCards } from '#membership/plans/fan/PlanCards.tsx'
import { PlanComparison } from '#membership/plans/fan/PlanComparison.tsx'
import { PlanQuestions } from '#membership/plans/fan/PlanQuestions.tsx'
import { useFanPlans } from '#membership/plans/fan/useFanPlans.ts'
import { FanPlanWords, useFanPlanWords } from '#membership/plans/fan/words.tsx'
import { storeNames } from '#money/orders/vouchers/stores.ts'
import { visitorPage } from '#program/ask.ts'

type Props = {
  brand: BrandProfile
  plans: PlanOnCard[]
  savings: Savings
  benefits: Benefit[]
  konbiniFee: number
  stores: string
}
const hour = 3_600_000

export const getServerSideProps = visitorPage<Props>(async ({ ask, params, locale }) => {
  const brand = await loadBrand(ask, params.brandSlug, locale)
  if (!brand) return { notFound: true }
  const [plans, { konbiniFee }, stores] = [await loadPlans(ask, brand, locale), config(), storeNames(locale)]
  // Joining does not invalidate the page: which plan is chosen most is at most an hour old.
  return {
    props: { brand, plans, savings: savingsOf(plans), benefits: comparisonOf(plans), konbiniFee, stores },
    keptFor: hour,
  }
})

const page: FramedPage<Props> = (props) => (
  <FanPlanWords>
    <PlanGuideWords>
      <Framed {...props} />
    </PlanGuideWords>
  </FanPlanWords>
)
page.rests = true

export default page

const Framed = (props: Props) => {
  const words = useFanPlanWords()
  return (
    <BrandSection
      brand={props.brand}
      current="plans"
      title={words.title}
      description={words.plansOf(props.brand.name)}
      lead={words.lead}
    >
      <Plans {...props} />
    </BrandSection>
  )
}

/** Rendered inside the frame, which provides the signed-in fan. */
const Plans = ({ brand, plans, savings, benefits, konbiniFee, stores }: Props) => {
  const { brandSlug, mostChosenPlanId } = brand
  const shown = useFanPlans(plans, brand)
  return (
    <>
      <chakra.div mt={6}>
        <PlanCards
          {...{ brandSlug, mostChosenPlanId }}
          plans={shown}
          savings={savings}
          isPaused={!!brand.notice}
          level={2}
        />
      </chakra.div>
      <PlanComparison {...{ brandSlug, plans, benefits }} />
      {plans.length > 0 && <PlanQuestions konbiniFee={konbiniFee} stores={stores} />}
    </>
  )
}
