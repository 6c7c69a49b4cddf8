import { useState } from 'react'
import type { FramedPage } from '#client/page.ts'
import { routes } from '#client/routes.ts'
import { useFan } from '#client/useFan.ts'
import type { BrandProfile } from '#club/brands/contract.ts'
import { FanBrandFrame } from '#club/brands/fan/FanBrandFrame.tsx'
import { config } from '#config.ts'
import { loadBrand } from '#membership/figures/loadBrand.server.ts'
import { missingOf, type Saving, savingOf } from '#membership/plans/benefits.ts'
import { type PublicPlan, plans as planOperations } from '#membership/plans/contract.ts'
import { PlanGuideWords } from '#membership/plans/fan/guideWords.tsx'
import { loadPlans } from '#membership/plans/fan/loadPlans.server.ts'
import { PlanDetails } from '#membership/plans/fan/PlanDetails.tsx'
import { PlanQuestions } from '#membership/plans/fan/PlanQuestions.tsx'
import { useFanPlans } from '#membership/plans/fan/useFanPlans.ts'
import { FanPlanWords, useFanPlanWords } from '#membership/plans/fan/words.tsx'
import { storeNames } from '#money/orders/vouchers/stores.ts'
import { visitorPage } from '#program/ask.ts'
import { backNumbers, type PlanOpening } from '#publishing/backNumbers/contract.ts'
import { JoinPanel } from '#shop/orders/fan/JoinPanel.tsx'
import { EmptyState } from '#ui/faces/EmptyState.tsx'
import { BrandLink } from '#ui/fan/BrandButton.tsx'
import { Wrap } from '#ui/fan/FanFrame.tsx'

/** `plan` is null if a visitor may not see it. A member of a plan that is no longer sold sees it after signing in. */
type Props = {
  brand: BrandProfile
  planId: string
  plan: PublicPlan | null
  opening: PlanOpening | null
  konbiniFee: number
  stores: string
  /** Compared with the other plans on sale. */
  saving: Saving | null
  missing: ReturnType<typeof missingOf>
}
const hour = 3_600_000
const mostMissing = 6

export const getServerSideProps = visitorPage<Props>(async ({ ask, params, locale }) => {
  const brand = await loadBrand(ask, params.brandSlug, locale)
  if (!brand) return { notFound: true }
  const { tenantId, brandId } = brand
  const planId = String(params.planId)
  const { konbiniFee } = config()
  const of = { tenantId, brandId, planId }
  const [answer, opens, sold] = await Promise.all([
    ask(planOperations.getPublicPlan, of, locale),
    ask(backNumbers.getPublicPlanOpening, of, locale),
    loadPlans(ask, brand, locale),
  ])
  const common = { brand, planId, konbiniFee, stores: storeNames(locale) }
  if (!answer.ok) return { props: { ...common, plan: null, opening: null, saving: null, missing: [] }, status: 404 }
  const { plan } = answer.data
  const beside = { saving: savingOf(plan, sold), missing: missingOf(plan, sold).slice(0, mostMissing) }
  // Joining does not invalidate the page: which plan is chosen most is at most an hour old.
  return { props: { ...common, plan, opening: opens.ok ? opens.data : null, ...beside }, keptFor: hour }
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

const Framed = ({ brand, planId, plan, opening, konbiniFee, stores, saving, missing }: Props) => {
  const words = useFanPlanWords()
  const [joined, setJoined] = useState('')
  const plans = useFanPlans(plan ? [plan] : [], brand, joined)
  const shown = plans.find((one) => one.planId === planId) ?? plan
  const fan = useFan()
  const name = shown?.name ?? words.unknown
  const price = shown?.prices[0]
  return (
    <FanBrandFrame
      brand={brand}
      title={`${name} — ${brand.name}`}
      description={shown ? shown.description || words.descriptionOf(name, brand.name) : words.unknownText}
      {...(shown?.thumbnail && { image: shown.thumbnail })}
    >
      {shown ? (
        <>
          <PlanDetails
            brandSlug={brand.brandSlug}
            brandName={brand.name}
            plan={shown}
            opening={opening}
            mostChosenPlanId={brand.mostChosenPlanId}
            saving={saving}
            missing={missing}
            isMember={plans.some(({ status }) => status === 'purchased')}
            action={
              price && (
                <JoinPanel
                  status={shown.status}
                  isRefused={shown.paymentIncomplete}
                  isOnSale={shown.archivingAt === null && !brand.notice}
                  endsAt={shown.archivingAt}
                  tenantId={brand.tenantId}
                  brandId={brand.brandId}
                  planId={shown.planId}
                  name={shown.name}
                  price={price.price}
                  interval={price.subscriptionInterval}
                  konbiniFee={konbiniFee}
                  opening={opening}
                  onMember={setJoined}
                />
              )
            }
          />
          <Wrap>
            <PlanQuestions konbiniFee={konbiniFee} stores={stores} />
          </Wrap>
        </>
      ) : (
        <Wrap py={16}>
          <EmptyState
            level={1}
            title={words.unknown}
            text={fan ? words.unknownText : words.unknownVisitorText}
            action={<BrandLink href={routes.fanPlans(brand)}>{words.back}</BrandLink>}
          />
        </Wrap>
      )}
    </FanBrandFrame>
  )
}
