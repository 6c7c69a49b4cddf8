import type { FramedPage } from '#client/page.ts'
import { routes } from '#client/routes.ts'
import { useFan } from '#client/useFan.ts'
import type { BrandProfile } from '#club/brands/contract.ts'
import { FanBrandFrame } from '#club/brands/fan/FanBrandFrame.tsx'
import { config } from '#config.ts'
import { loadBrand } from '#membership/figures/loadBrand.server.ts'
import { type PublicPlan, plans as planOperations } from '#membership/plans/contract.ts'
import { PlanDetails } from '#membership/plans/fan/PlanDetails.tsx'
import { useFanPlans } from '#membership/plans/fan/useFanPlans.ts'
import { FanPlanWords, useFanPlanWords } from '#membership/plans/fan/words.tsx'
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
}

export const getServerSideProps = visitorPage<Props>(async ({ ask, params, locale }) => {
  const brand = await loadBrand(ask, params.brandSlug, locale)
  if (!brand) return { notFound: true }
  const { tenantId, brandId } = brand
  const planId = String(params.planId)
  const { konbiniFee } = config()
  const of = { tenantId, brandId, planId }
  const [answer, opens] = await Promise.all([
    ask(planOperations.getPublicPlan, of, locale),
    ask(backNumbers.getPublicPlanOpening, of, locale),
  ])
  if (!answer.ok) return { props: { brand, planId, plan: null, opening: null, konbiniFee }, status: 404 }
  return { props: { brand, planId, plan: answer.data.plan, opening: opens.ok ? opens.data : null, konbiniFee } }
})

const page: FramedPage<Props> = (props) => (
  <FanPlanWords>
    <Framed {...props} />
  </FanPlanWords>
)
page.rests = true

export default page

const Framed = ({ brand, planId, plan, opening, konbiniFee }: Props) => {
  const words = useFanPlanWords()
  const plans = useFanPlans(plan ? [plan] : [], brand)
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
        <PlanDetails
          brandSlug={brand.brandSlug}
          brandName={brand.name}
          plan={shown}
          opening={opening}
          action={
            price && (
              <JoinPanel
                status={shown.status}
                isRefused={shown.paymentIncomplete}
                isOnSale={shown.archivingAt === null}
                endsAt={shown.archivingAt}
                tenantId={brand.tenantId}
                brandId={brand.brandId}
                planId={shown.planId}
                name={shown.name}
                price={price.price}
                interval={price.subscriptionInterval}
                konbiniFee={konbiniFee}
                opening={opening}
              />
            )
          }
        />
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
