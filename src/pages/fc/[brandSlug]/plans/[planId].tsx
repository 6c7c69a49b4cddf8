import type { FramedPage } from '../../../../client/page'
import { routes } from '../../../../client/routes'
import { useFan } from '../../../../client/useFan'
import { config } from '../../../../config'
import type { BrandProfile } from '../../../../features/brands/contract'
import { FanBrandFrame } from '../../../../features/brands/fan/FanBrandFrame'
import { loadBrand } from '../../../../features/brands/fan/loadBrand.server'
import { JoinPanel } from '../../../../features/orders/fan/JoinPanel'
import { type PublicPlan, plans as planOperations } from '../../../../features/plans/contract'
import { PlanDetails } from '../../../../features/plans/fan/PlanDetails'
import { useFanPlans } from '../../../../features/plans/fan/useFanPlans'
import { FanPlanWords, useFanPlanWords } from '../../../../features/plans/fan/words'
import { visitorPage } from '../../../../server/ask'
import { EmptyState } from '../../../../ui/faces/EmptyState'
import { BrandLink } from '../../../../ui/fan/BrandButton'
import { Wrap } from '../../../../ui/fan/FanFrame'

/** `plan` is null if a visitor may not see it. A member of a plan that is no longer sold sees it after signing in. */
type Props = { brand: BrandProfile; planId: string; plan: PublicPlan | null; konbiniFee: number }

export const getServerSideProps = visitorPage<Props>(async ({ ask, params, locale }) => {
  const brand = await loadBrand(ask, params.brandSlug, locale)
  if (!brand) return { notFound: true }
  const { tenantId, brandId } = brand
  const planId = String(params.planId)
  const { konbiniFee } = config()
  const answer = await ask(planOperations.getPublicPlan, { tenantId, brandId, planId }, locale)
  if (!answer.ok) return { props: { brand, planId, plan: null, konbiniFee }, status: 404 }
  return { props: { brand, planId, plan: answer.data.plan, konbiniFee } }
})

const page: FramedPage<Props> = (props) => (
  <FanPlanWords>
    <Framed {...props} />
  </FanPlanWords>
)
page.rests = true

export default page

const Framed = ({ brand, planId, plan, konbiniFee }: Props) => {
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
          action={
            price && (
              <JoinPanel
                status={shown.status}
                isRefused={shown.paymentIncomplete}
                isOnSale={shown.archivingAt === null}
                endsAt={shown.archivingAt}
                tenantId={brand.tenantId}
                planId={shown.planId}
                name={shown.name}
                price={price.price}
                interval={price.subscriptionInterval}
                konbiniFee={konbiniFee}
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
