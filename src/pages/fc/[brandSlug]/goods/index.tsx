import { chakra } from '@chakra-ui/react'
import type { FramedPage } from '../../../../client/page'
import type { BrandProfile } from '../../../../features/brands/contract'
import { BrandTabs } from '../../../../features/brands/fan/BrandTabs'
import { FanBrandFrame } from '../../../../features/brands/fan/FanBrandFrame'
import { loadBrand } from '../../../../features/brands/fan/loadBrand.server'
import { GoodsShelf } from '../../../../features/goods/fan/GoodsCards'
import { type FirstGoods, loadGoodsList } from '../../../../features/goods/fan/loadGoods.server'
import { FanGoodsWords, useFanGoodsWords } from '../../../../features/goods/fan/words'
import { visitorPage } from '../../../../server/ask'
import { Wrap } from '../../../../ui/fan/FanFrame'

type Props = { brand: BrandProfile; first: FirstGoods }

export const getServerSideProps = visitorPage<Props>(async ({ ask, params, locale }) => {
  const brand = await loadBrand(ask, params.brandSlug, locale)
  const first = brand && (await loadGoodsList(ask, brand, locale))
  return brand && first ? { props: { brand, first } } : { notFound: true }
})

const page: FramedPage<Props> = (props) => (
  <FanGoodsWords>
    <Framed {...props} />
  </FanGoodsWords>
)
page.rests = true

export default page

const Framed = ({ brand, first }: Props) => {
  const words = useFanGoodsWords()
  return (
    <FanBrandFrame brand={brand} title={`${words.title} — ${brand.name}`} description={words.goodsOf(brand.name)}>
      <Wrap pt={{ base: 5, md: 8 }}>
        <chakra.p fontWeight="semibold" color="muted" fontSize="14px">
          {brand.name}
        </chakra.p>
        <chakra.h1 fontSize={{ base: '24px', md: '3xl' }}>{words.title}</chakra.h1>
        <chakra.p color="muted" mt={1}>
          {words.lead}
        </chakra.p>
        <BrandTabs brandSlug={brand.brandSlug} current="goods" />
        <GoodsShelf brand={brand} first={first.list} firstCount={first.count} />
      </Wrap>
    </FanBrandFrame>
  )
}
