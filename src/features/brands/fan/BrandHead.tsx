import { routes } from '../../../client/routes'
import { useLocale } from '../../../client/words'
import { Notice } from '../../../ui/Card'
import { BrandLink } from '../../../ui/fan/BrandButton'
import { BrandHero } from '../../../ui/fan/BrandHero'
import { Wrap } from '../../../ui/fan/FanFrame'
import { dateText } from '../../../ui/text/DateText'
import { yenText } from '../../../ui/text/MoneyText'
import type { BrandProfile } from '../contract'
import { BrandTabs } from './BrandTabs'
import { useFanBrandWords } from './words'

type Price = { price: number; subscriptionInterval: 'month' | 'year' }

/** Cover, name and the way to the plans, with the lowest price said before the button is pressed. */
export const BrandHead = ({ brand, prices }: { brand: BrandProfile; prices: readonly Price[] }) => {
  const words = useFanBrandWords()
  const locale = useLocale()
  const lowest = prices.reduce<Price | undefined>((low, one) => (low && low.price <= one.price ? low : one), undefined)
  return (
    <>
      <BrandHero
        name={brand.name}
        cover={brand.brandThumbnail}
        icon={brand.brandIcon}
        lead={brand.description}
        action={
          lowest && (
            <BrandLink href={routes.fanPlans(brand)}>
              {words.from(`${yenText(lowest.price)} / ${words.per[lowest.subscriptionInterval]}`)}
            </BrandLink>
          )
        }
      />
      <Wrap>
        {brand.closesAt !== null && (
          <Notice tone="warn" mb={4}>
            {words.closing(dateText(brand.closesAt, locale))}
          </Notice>
        )}
        <BrandTabs brandSlug={brand.brandSlug} current="top" />
      </Wrap>
    </>
  )
}
