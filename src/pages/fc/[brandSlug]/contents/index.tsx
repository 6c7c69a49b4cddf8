import { chakra } from '@chakra-ui/react'
import type { FramedPage } from '../../../../client/page'
import type { BrandProfile } from '../../../../features/brands/contract'
import { BrandTabs } from '../../../../features/brands/fan/BrandTabs'
import { FanBrandFrame } from '../../../../features/brands/fan/FanBrandFrame'
import { loadBrand } from '../../../../features/brands/fan/loadBrand.server'
import { ContentList, contentsPerPage } from '../../../../features/contents/fan/ContentList'
import { loadContents } from '../../../../features/contents/fan/loadContents.server'
import { FanContentWords, useFanContentWords } from '../../../../features/contents/fan/words'
import type { PlanContentItem } from '../../../../features/contents/public/contract'
import { loadPlans } from '../../../../features/plans/fan/loadPlans.server'
import { visitorPage } from '../../../../server/ask'
import { Wrap } from '../../../../ui/fan/FanFrame'

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
    <FanBrandFrame brand={brand} title={`${words.title} — ${brand.name}`} description={words.contentsOf(brand.name)}>
      <Wrap pt={{ base: 5, md: 8 }}>
        <chakra.p fontWeight="semibold" color="muted" fontSize="14px">
          {brand.name}
        </chakra.p>
        <chakra.h1 fontSize={{ base: '24px', md: '3xl' }}>{words.title}</chakra.h1>
        <chakra.p color="muted" mt={1}>
          {words.lead}
        </chakra.p>
        <BrandTabs brandSlug={brand.brandSlug} current="contents" />
        <ContentList brand={brand} plans={plans} shown={shown} />
      </Wrap>
    </FanBrandFrame>
  )
}
