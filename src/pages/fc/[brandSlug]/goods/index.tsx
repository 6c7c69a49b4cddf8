import type { FramedPage } from '#client/page.ts'
import type { BrandProfile } from '#club/brands/contract.ts'
import { BrandSection } from '#club/brands/fan/BrandSection.tsx'
import { loadBrand } from '#membership/figures/loadBrand.server.ts'
import { visitorPage } from '#program/ask.ts'
import type { FirstGoods } from '#shop/goods/fan/filter.ts'
import { GoodsShelf } from '#shop/goods/fan/GoodsShelf.tsx'
import { loadGoodsList } from '#shop/goods/fan/loadGoods.server.ts'
import { FanGoodsWords, useFanGoodsWords } from '#shop/goods/fan/words.tsx'

type Props = { brand: BrandProfile; first: FirstGoods; ended: FirstGoods }

export const getServerSideProps = visitorPage<Props>(async ({ ask, params, locale }) => {
  const brand = await loadBrand(ask, params.brandSlug, locale)
  const listed = brand && (await loadGoodsList(ask, brand, locale))
  return brand && listed ? { props: { brand, ...listed } } : { notFound: true }
})

const page: FramedPage<Props> = (props) => (
  <FanGoodsWords>
    <Framed {...props} />
  </FanGoodsWords>
)
page.rests = true

export default page

const Framed = ({ brand, first, ended }: Props) => {
  const words = useFanGoodsWords()
  return (
    <BrandSection
      brand={brand}
      current="goods"
      title={words.title}
      description={words.goodsOf(brand.name)}
      lead={words.lead}
    >
      <GoodsShelf brand={brand} first={first} ended={ended} />
    </BrandSection>
  )
}
