import { chakra } from '@chakra-ui/react'
import type { FramedPage } from '../../../client/page'
import { routes } from '../../../client/routes'
import type { BrandProfile } from '../../../features/brands/contract'
import { BrandHead } from '../../../features/brands/fan/BrandHead'
import { BrandLinks } from '../../../features/brands/fan/BrandLinks'
import { FanBrandFrame } from '../../../features/brands/fan/FanBrandFrame'
import { loadBrand } from '../../../features/brands/fan/loadBrand.server'
import { useFanBrandWords } from '../../../features/brands/fan/words'
import type { PlanOnCard } from '../../../features/plans/contract'
import { loadPlans } from '../../../features/plans/fan/loadPlans.server'
import { PlanCards } from '../../../features/plans/fan/PlanCards'
import { useFanPlans } from '../../../features/plans/fan/useFanPlans'
import { visitorPage } from '../../../server/ask'
import { Wrap } from '../../../ui/fan/FanFrame'
import { Link } from '../../../ui/Link'

type Props = { brand: BrandProfile; plans: PlanOnCard[] }

export const getServerSideProps = visitorPage<Props>(async ({ ask, params, locale }) => {
  const brand = await loadBrand(ask, params.brandSlug, locale)
  if (!brand) return { notFound: true }
  return { props: { brand, plans: await loadPlans(ask, brand, locale) } }
})

const page: FramedPage<Props> = ({ brand, plans }) => (
  <FanBrandFrame brand={brand} title={brand.name} description={brand.description || brand.name}>
    <Top brand={brand} plans={plans} />
  </FanBrandFrame>
)
page.rests = true

export default page

const Top = ({ brand, plans }: Props) => {
  const words = useFanBrandWords()
  const shown = useFanPlans(plans, brand)
  return (
    <>
      <BrandHead brand={brand} prices={plans.flatMap((plan) => plan.prices)} />
      <Wrap>
        <chakra.div display="flex" alignItems="baseline" justifyContent="space-between" mt={8} mb={4}>
          <chakra.h2 fontSize="xl">{words.plans}</chakra.h2>
          {shown.length > 3 && (
            <chakra.span color="var(--brand)" fontSize="14px" fontWeight="semibold">
              <Link href={routes.fanPlans(brand)}>{words.seeAll}</Link>
            </chakra.span>
          )}
        </chakra.div>
        <PlanCards brandSlug={brand.brandSlug} plans={shown.slice(0, 3)} level={3} />
        <BrandLinks links={brand.links} />
      </Wrap>
    </>
  )
}
