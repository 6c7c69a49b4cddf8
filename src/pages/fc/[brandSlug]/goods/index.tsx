import type { FramedPage } from '../../../../client/page'
import type { BrandProfile } from '../../../../features/brands/contract'
import { BrandSection } from '../../../../features/brands/fan/BrandSection'
import { loadBrand } from '../../../../features/brands/fan/loadBrand.server'
import { GoodsShelf } from '../../../../features/goods/fan/GoodsCards'
import { type FirstGoods, loadGoodsList } from '../../../../features/goods/fan/loadGoods.server'
import { FanGoodsWords, useFanGoodsWords } from '../../../../features/goods/fan/words'
import { visitorPage } from '../../../../server/ask'

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
    <BrandSection
      brand={brand}
      current="goods"
      title={words.title}
      description={words.goodsOf(brand.name)}
      lead={words.lead}
    >
      <GoodsShelf brand={brand} first={first.list} firstCount={first.count} />
    </BrandSection>
  )
}
