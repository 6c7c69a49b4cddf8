import { Fragment, type ReactNode } from 'react'
import type { FramedPage } from '#client/page.ts'
import { routes } from '#client/routes.ts'
import type { BrandProfile } from '#club/brands/contract.ts'
import { BrandFacts } from '#club/brands/fan/BrandFacts.tsx'
import { BrandHead, WayInReach } from '#club/brands/fan/BrandHead.tsx'
import { BrandLinks } from '#club/brands/fan/BrandLinks.tsx'
import { FanBrandFrame } from '#club/brands/fan/FanBrandFrame.tsx'
import { useFanBrandWords } from '#club/brands/fan/words.tsx'
import { linkName, type NamedLink } from '#club/brands/links.ts'
import { type PagePart, partsInOrder } from '#club/brands/pageParts.ts'
import { loadBrand } from '#membership/figures/loadBrand.server.ts'
import { type Savings, savingsOf } from '#membership/plans/benefits.ts'
import type { PlanOnCard } from '#membership/plans/contract.ts'
import { loadPlans } from '#membership/plans/fan/loadPlans.server.ts'
import { PlanCards } from '#membership/plans/fan/PlanCards.tsx'
import { useFanPlans } from '#membership/plans/fan/useFanPlans.ts'
import { visitorPage } from '#program/ask.ts'
import { type FeaturedComment, FeaturedComments } from '#publishing/comments/fan/FeaturedComments.tsx'
import { loadFeatured } from '#publishing/comments/fan/loadFeatured.server.ts'
import { AtAGlance } from '#publishing/contents/fan/AtAGlance.tsx'
import type { ContentsAtAGlance } from '#publishing/contents/fan/glance.ts'
import { loadAtAGlance, loadContents } from '#publishing/contents/fan/loadContents.server.ts'
import { NewestContents } from '#publishing/contents/fan/NewestContents.tsx'
import { FanContentWords, useFanContentWords } from '#publishing/contents/fan/words.tsx'
import type { PlanContentItem } from '#publishing/contents/public/contract.ts'
import { loadNewestGoods } from '#shop/goods/fan/loadGoods.server.ts'
import { type GoodsOnTop, NewestGoods } from '#shop/goods/fan/NewestGoods.tsx'
import { Wrap } from '#ui/fan/FanFrame.tsx'
import { FanSection } from '#ui/fan/FanSection.tsx'

type Props = {
  brand: BrandProfile
  plans: PlanOnCard[]
  savings: Savings
  newest: { planContents: PlanContentItem[]; hasMore: boolean }
  glance: ContentsAtAGlance
  goods: GoodsOnTop[]
  voices: FeaturedComment[]
  links: NamedLink[]
  /** All parts of the page, as they stand. */
  order: PagePart[]
}
const newestCount = 6
const hour = 3_600_000

export const getServerSideProps = visitorPage<Props>(async ({ ask, params, locale, at }) => {
  const brand = await loadBrand(ask, params.brandSlug, locale)
  if (!brand) return { notFound: true }
  const [plans, newest, glance, goods, voices] = await Promise.all([
    loadPlans(ask, brand, locale),
    loadContents(ask, brand, { limit: newestCount, first: brand.pinnedContents, locale }),
    loadAtAGlance(ask, brand, { today: at, locale }),
    loadNewestGoods(ask, brand, locale),
    loadFeatured(ask, brand, locale),
  ])
  const links = brand.links.map((url) => ({ url, ...linkName(url) }))
  const order = partsInOrder(brand.pageParts)
  // Joining and leaving do not invalidate the page: the number of members is at most an hour old.
  return {
    props: { brand, plans, savings: savingsOf(plans), newest, glance, goods, voices, links, order },
    keptFor: hour,
  }
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

const Top = ({ brand, plans, savings, newest, glance, goods, voices, links, order }: Props) => {
  const words = useFanBrandWords()
  const contents = useFanContentWords()
  const shown = useFanPlans(plans, brand)
  const parts: Record<PagePart, ReactNode> = {
    glance: <AtAGlance brandSlug={brand.brandSlug} of={glance} />,
    contents: newest.planContents.length > 0 && (
      <FanSection title={contents.newest} mt={8} all={{ href: routes.fanContents(brand), label: contents.seeAll }}>
        <NewestContents brand={brand} shown={newest} />
      </FanSection>
    ),
    goods: goods.length > 0 && (
      <FanSection title={words.goods} mt={12} all={{ href: routes.fanGoods(brand), label: words.seeAll }}>
        <NewestGoods brandSlug={brand.brandSlug} list={goods} />
      </FanSection>
    ),
    comments: voices.length > 0 && (
      <FanSection title={words.voices} mt={12}>
        <FeaturedComments brandSlug={brand.brandSlug} list={voices} noName={words.noName} />
      </FanSection>
    ),
    plans: (
      <FanSection
        title={words.plans}
        mt={12}
        all={shown.length > 3 ? { href: routes.fanPlans(brand), label: words.seeAll } : null}
      >
        <PlanCards
          brandSlug={brand.brandSlug}
          mostChosenPlanId={brand.mostChosenPlanId}
          plans={shown.slice(0, 3)}
          savings={savings}
          isPaused={!!brand.notice}
          level={3}
        />
      </FanSection>
    ),
    about: (
      <>
        <BrandFacts brand={brand} />
        <BrandLinks links={links} />
      </>
    ),
  }
  return (
    <>
      <BrandHead brand={brand} plans={shown} />
      <Wrap>
        {order.map((part) => (
          <Fragment key={part}>{parts[part]}</Fragment>
        ))}
      </Wrap>
      <WayInReach brand={brand} plans={shown} />
    </>
  )
}
