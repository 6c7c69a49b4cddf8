import { chakra } from '@chakra-ui/react'
import type { FramedPage } from '#client/page.ts'
import { routes } from '#client/routes.ts'
import type { BrandProfile } from '#club/brands/contract.ts'
import { BrandFacts } from '#club/brands/fan/BrandFacts.tsx'
import { BrandHead, WayInReach } from '#club/brands/fan/BrandHead.tsx'
import { BrandLinks } from '#club/brands/fan/BrandLinks.tsx'
import { FanBrandFrame } from '#club/brands/fan/FanBrandFrame.tsx'
import { useFanBrandWords } from '#club/brands/fan/words.tsx'
import { linkName, type NamedLink } from '#club/brands/links.ts'
import { loadBrand } from '#membership/figures/loadBrand.server.ts'
import type { PlanOnCard } from '#membership/plans/contract.ts'
import { loadPlans } from '#membership/plans/fan/loadPlans.server.ts'
import { PlanCards } from '#membership/plans/fan/PlanCards.tsx'
import { useFanPlans } from '#membership/plans/fan/useFanPlans.ts'
import { visitorPage } from '#program/ask.ts'
import { AtAGlance } from '#publishing/contents/fan/AtAGlance.tsx'
import { type ContentsAtAGlance, loadAtAGlance, loadContents } from '#publishing/contents/fan/loadContents.server.ts'
import { NewestContents } from '#publishing/contents/fan/NewestContents.tsx'
import { FanContentWords, useFanContentWords } from '#publishing/contents/fan/words.tsx'
import type { PlanContentItem } from '#publishing/contents/public/contract.ts'
import { loadNewestGoods } from '#shop/goods/fan/loadGoods.server.ts'
import { type GoodsOnTop, NewestGoods } from '#shop/goods/fan/NewestGoods.tsx'
import { Wrap } from '#ui/fan/FanFrame.tsx'
import { Link } from '#ui/Link.tsx'

type Props = {
  brand: BrandProfile
  plans: PlanOnCard[]
  newest: { planContents: PlanContentItem[]; hasMore: boolean }
  glance: ContentsAtAGlance
  goods: GoodsOnTop[]
  links: NamedLink[]
}
const newestCount = 6
const hour = 3_600_000

export const getServerSideProps = visitorPage<Props>(async ({ ask, params, locale, at }) => {
  const brand = await loadBrand(ask, params.brandSlug, locale)
  if (!brand) return { notFound: true }
  const [plans, newest, glance, goods] = await Promise.all([
    loadPlans(ask, brand, locale),
    loadContents(ask, brand, { limit: newestCount, locale }),
    loadAtAGlance(ask, brand, { today: at, locale }),
    loadNewestGoods(ask, brand, locale),
  ])
  const links = brand.links.map((url) => ({ url, ...linkName(url) }))
  // Joining and leaving do not invalidate the page: the number of members is at most an hour old.
  return { props: { brand, plans, newest, glance, goods, links }, keptFor: hour }
})

const page: FramedPage<Props> = ({ brand, ...props }) => (
  <FanBrandFrame brand={brand} title={brand.name} description={brand.description || brand.name}>
    <FanContentWords>
      <Top brand={brand} {...props} />
    </FanContentWords>
  </FanBrandFrame>
)
page.rests = true

export default page

const Top = ({ brand, plans, newest, glance, goods, links }: Props) => {
  const words = useFanBrandWords()
  const contents = useFanContentWords()
  const shown = useFanPlans(plans, brand)
  return (
    <>
      <BrandHead brand={brand} plans={shown} />
      <Wrap>
        <AtAGlance brandSlug={brand.brandSlug} of={glance} />
        {newest.planContents.length > 0 && (
          <chakra.section aria-label={contents.newest}>
            <chakra.div display="flex" alignItems="baseline" justifyContent="space-between" mt={8} mb={4}>
              <chakra.h2 fontSize="xl">{contents.newest}</chakra.h2>
              <chakra.span color="var(--brand-text)" fontSize="0.875rem" fontWeight="semibold">
                <Link href={routes.fanContents(brand)}>{contents.seeAll}</Link>
              </chakra.span>
            </chakra.div>
            <NewestContents brand={brand} shown={newest} />
          </chakra.section>
        )}
        {goods.length > 0 && (
          <chakra.section aria-label={words.goods}>
            <chakra.div display="flex" alignItems="baseline" justifyContent="space-between" mt={12} mb={4}>
              <chakra.h2 fontSize="xl">{words.goods}</chakra.h2>
              <chakra.span color="var(--brand-text)" fontSize="0.875rem" fontWeight="semibold">
                <Link href={routes.fanGoods(brand)}>{words.seeAll}</Link>
              </chakra.span>
            </chakra.div>
            <NewestGoods brandSlug={brand.brandSlug} list={goods} />
          </chakra.section>
        )}
        <chakra.section aria-label={words.plans}>
          <chakra.div display="flex" alignItems="baseline" justifyContent="space-between" mt={12} mb={4}>
            <chakra.h2 fontSize="xl">{words.plans}</chakra.h2>
            {shown.length > 3 && (
              <chakra.span color="var(--brand-text)" fontSize="0.875rem" fontWeight="semibold">
                <Link href={routes.fanPlans(brand)}>{words.seeAll}</Link>
              </chakra.span>
            )}
          </chakra.div>
          <PlanCards brandSlug={brand.brandSlug} plans={shown.slice(0, 3)} level={3} />
        </chakra.section>
        <BrandFacts brand={brand} />
        <BrandLinks links={links} />
      </Wrap>
      <WayInReach brand={brand} plans={shown} />
    </>
  )
}
