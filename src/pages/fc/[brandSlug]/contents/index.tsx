import type { FramedPage } from '#client/page.ts'
import type { BrandProfile } from '#club/brands/contract.ts'
import { BrandSection } from '#club/brands/fan/BrandSection.tsx'
import { loadBrand } from '#membership/figures/loadBrand.server.ts'
import { loadPlans } from '#membership/plans/fan/loadPlans.server.ts'
import { visitorPage } from '#program/ask.ts'
import { ContentList, contentsPerPage } from '#publishing/contents/fan/ContentList.tsx'
import { ContentListWords, useContentListWords } from '#publishing/contents/fan/listWords.tsx'
import { loadContents } from '#publishing/contents/fan/loadContents.server.ts'
import { FanContentWords } from '#publishing/contents/fan/words.tsx'
import type { PlanContentItem } from '#publishing/contents/public/contract.ts'

type Props = {
  brand: BrandProfile
  plans: { planId: string; name: string }[]
  shown: { planContents: PlanContentItem[]; hasMore: boolean }
}

export const getServerSideProps = visitorPage<Props>(async ({ ask, params, locale }) => {
  const brand = await loadBrand(ask, params.brandSlug, locale)
  if (!brand) return { notFound: true }
  const [plans, shown] = await Promise.all([
    loadPlans(ask, brand, locale),
    loadContents(ask, brand, { limit: contentsPerPage, locale }),
  ])
  return { props: { brand, plans: plans.map(({ planId, name }) => ({ planId, name })), shown } }
})

const page: FramedPage<Props> = (props) => (
  <FanContentWords>
    <ContentListWords>
      <Framed {...props} />
    </ContentListWords>
  </FanContentWords>
)
page.rests = true

export default page

const Framed = ({ brand, plans, shown }: Props) => {
  const words = useContentListWords()
  return (
    <BrandSection
      brand={brand}
      current="contents"
      title={words.title}
      description={words.contentsOf(brand.name)}
      lead={words.lead}
    >
      <ContentList brand={brand} plans={plans} shown={shown} />
    </BrandSection>
  )
}
