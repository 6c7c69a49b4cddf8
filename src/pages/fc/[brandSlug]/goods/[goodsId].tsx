import Head from 'next/head'
import type { FramedPage } from '#client/page.ts'
import { routes } from '#client/routes.ts'
import type { BrandProfile } from '#club/brands/contract.ts'
import { FanBrandFrame } from '#club/brands/fan/FanBrandFrame.tsx'
import { config } from '#config.ts'
import { loadBrand } from '#membership/figures/loadBrand.server.ts'
import { visitorPage } from '#program/ask.ts'
import type { PublicGoodsDetail } from '#shop/goods/contract.ts'
import { GoodsDetails } from '#shop/goods/fan/GoodsDetails.tsx'
import { loadGoods } from '#shop/goods/fan/loadGoods.server.ts'
import { structuredGoods } from '#shop/goods/fan/structured.ts'
import { FanGoodsWords, useFanGoodsWords } from '#shop/goods/fan/words.tsx'
import { EmptyState } from '#ui/faces/EmptyState.tsx'
import { BrandLink } from '#ui/fan/BrandButton.tsx'
import { Wrap } from '#ui/fan/FanFrame.tsx'

/** `structured`: data for search engines. Created on the server: a reader's browser does not need it. */
type Props = { brand: BrandProfile; item: PublicGoodsDetail | null; structured: string }

export const getServerSideProps = visitorPage<Props>(async ({ ask, params, locale }) => {
  const brand = await loadBrand(ask, params.brandSlug, locale)
  if (!brand) return { notFound: true }
  const item = await loadGoods(ask, brand, String(params.goodsId), locale)
  if (!item) return { props: { brand, item, structured: '' }, status: 404 }
  const address = `${config().publicOrigin}${routes.fanGoodsItem({ brandSlug: brand.brandSlug, goodsId: item.goodsId })}`
  // Nobody is led here to buy what is not sold now.
  const offered = brand.notice
    ? { ...item, goodsStatus: { ...item.goodsStatus, salesStatus: 'soldOut' as const } }
    : item
  return { props: { brand, item, structured: structuredGoods(offered, { brandName: brand.name, address }) } }
})

const page: FramedPage<Props> = (props) => (
  <FanGoodsWords>
    <Framed {...props} />
  </FanGoodsWords>
)
page.rests = true

export default page

const Framed = ({ brand, item, structured }: Props) => {
  const words = useFanGoodsWords()
  const title = item?.name ?? words.unknown
  const picture = item?.thumbnails[0]?.url
  return (
    <FanBrandFrame
      brand={brand}
      title={`${title} — ${brand.name}`}
      description={item ? item.description || words.descriptionOf(title, brand.name) : words.unknownText}
      {...(picture && { image: picture })}
    >
      {item ? (
        <>
          <Head>
            <script
              key="structured"
              type="application/ld+json"
              // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON whose every "<" is escaped.
              dangerouslySetInnerHTML={{ __html: structured }}
            />
          </Head>
          <GoodsDetails brand={brand} item={item} />
        </>
      ) : (
        <Wrap py={16}>
          <EmptyState
            level={1}
            title={words.unknown}
            text={words.unknownText}
            action={<BrandLink href={routes.fanGoods(brand)}>{words.back}</BrandLink>}
          />
        </Wrap>
      )}
    </FanBrandFrame>
  )
}
