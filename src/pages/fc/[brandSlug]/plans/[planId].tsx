import type { GetServerSideProps } from 'next'
import type { BrandProfile } from '../../../../features/brands/contract'
import { FanBrandFrame } from '../../../../features/brands/fan/FanBrandFrame'
import { loadBrand } from '../../../../features/brands/fan/loadBrand.server'
import { type PublicPlan, plans as planOperations } from '../../../../features/plans/contract'
import { PlanDetails } from '../../../../features/plans/fan/PlanDetails'
import { useFanPlans } from '../../../../features/plans/fan/useFanPlans'
import { FanPlanWords, useFanPlanWords } from '../../../../features/plans/fan/words'
import { askAsVisitor } from '../../../../server/ask'

type Props = { brand: BrandProfile; plan: PublicPlan }

export const getServerSideProps: GetServerSideProps<Props> = async ({ params, locale }) => {
  const brand = await loadBrand(askAsVisitor, params?.brandSlug, locale)
  if (!brand) return { notFound: true }
  const { tenantId, brandId } = brand
  const planId = String(params?.planId)
  const answer = await askAsVisitor(planOperations.getPublicPlan, { tenantId, brandId, planId }, locale)
  return answer.ok ? { props: { brand, plan: answer.data.plan } } : { notFound: true }
}

export default function PlanPage(props: Props) {
  return (
    <FanPlanWords>
      <Framed {...props} />
    </FanPlanWords>
  )
}

const Framed = ({ brand, plan }: Props) => {
  const words = useFanPlanWords()
  const plans = useFanPlans([plan], brand)
  const shown = plans.find(({ planId }) => planId === plan.planId) ?? plan
  return (
    <FanBrandFrame
      brand={brand}
      title={`${plan.name} — ${brand.name}`}
      description={plan.description || words.descriptionOf(plan.name, brand.name)}
      image={plan.thumbnail}
    >
      <PlanDetails brandSlug={brand.brandSlug} plan={shown} />
    </FanBrandFrame>
  )
}
