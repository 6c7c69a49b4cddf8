import type { PublicGoodsDetail } from '../contract'

/** Formats as year-month-day. */
const dayInJapan = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Tokyo' })

const availability = {
  onSale: 'InStock',
  beforeSale: 'PreOrder',
  soldOut: 'SoldOut',
  endOfSale: 'Discontinued',
} as const

/** Structured data for search engines (schema.org), safe to embed in a script element. */
export const structuredGoods = (
  item: PublicGoodsDetail,
  { brandName, address }: { brandName: string; address: string },
): string =>
  JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: item.name,
    description: item.description || item.name,
    ...(item.thumbnails.length > 0 && { image: item.thumbnails.map(({ url }) => url) }),
    brand: { '@type': 'Brand', name: brandName },
    offers: {
      '@type': 'Offer',
      url: address,
      price: String(item.price),
      priceCurrency: 'JPY',
      availability: `https://schema.org/${availability[item.goodsStatus.salesStatus]}`,
      ...(item.saleEndDateTime !== null && {
        // The last day of sale in Japan.
        priceValidUntil: dayInJapan.format(item.saleEndDateTime - 1),
      }),
    },
  }).replace(/</g, '\\u003c')
