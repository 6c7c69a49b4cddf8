import type { FramedPage } from '../../../../client/page'
import type { BrandProfile } from '../../../../features/brands/contract'
import { BrandSection } from '../../../../features/brands/fan/BrandSection'
import { loadBrand } from '../../../../features/brands/fan/loadBrand.server'
import { ContentList, contentsPerPage } from '../../../../features/contents/fan/ContentList'
import { loadContents } from '../../../../features/contents/fan/loadContents.server'
import { FanContentWords, useFanContentWords } from '../../../../features/contents/fan/words'
import type { PlanContentItem } from '../../../../features/contents/public/contract'
import { loadPlans } from '../../../../features/plans/fan/loadPlans.server'
import { visitorPage } from '../../../../server/ask'

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
    <Framed {...props} />
  </FanContentWords>
)
page.rests = true

export default page

const Framed = ({ brand, plans, shown }: Props) => {
  const words = useFanContentWords()
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
