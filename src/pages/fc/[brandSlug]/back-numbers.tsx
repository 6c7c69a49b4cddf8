import type { FramedPage } from '../../../client/page'
import { config } from '../../../config'
import { BackNumberYear, type ShownCalendar } from '../../../features/backNumbers/fan/BackNumberYear'
import { loadCalendar } from '../../../features/backNumbers/fan/loadCalendar.server'
import { FanMonthWords, useFanMonthWords } from '../../../features/backNumbers/fan/words'
import type { BrandProfile } from '../../../features/brands/contract'
import { BrandSection } from '../../../features/brands/fan/BrandSection'
import { loadBrand } from '../../../features/brands/fan/loadBrand.server'
import { ContentCards } from '../../../features/contents/fan/ContentCards'
import { ContentPages } from '../../../features/contents/fan/ContentPages'
import { FanContentWords } from '../../../features/contents/fan/words'
import { MonthPanel } from '../../../features/orders/fan/MonthPanel'
import { FanOrderWords } from '../../../features/orders/fan/words'
import { visitorPage } from '../../../server/ask'

type Props = { brand: BrandProfile; shown: ShownCalendar; konbiniFee: number }

export const getServerSideProps = visitorPage<Props>(async ({ ask, params, locale }) => {
  const brand = await loadBrand(ask, params.brandSlug, locale)
  const shown = brand && (await loadCalendar(ask, brand, locale))
  if (!brand || !shown) return { notFound: true }
  return { props: { brand, shown, konbiniFee: config().konbiniFee } }
})

const page: FramedPage<Props> = (props) => (
  <FanMonthWords>
    <FanContentWords>
      <FanOrderWords>
        <Framed {...props} />
      </FanOrderWords>
    </FanContentWords>
  </FanMonthWords>
)
page.rests = true

export default page

const Framed = ({ brand, shown, konbiniFee }: Props) => {
  const words = useFanMonthWords()
  return (
    <BrandSection
      brand={brand}
      current="backNumbers"
      title={words.title}
      description={words.of(brand.name)}
      lead={words.lead}
    >
      <BackNumberYear
        brand={brand}
        shown={shown}
        cards={(contents) => <ContentCards brandSlug={brand.brandSlug} contents={contents} level={3} />}
        pages={(of) => <ContentPages {...of} />}
        buyButton={({ planName, needsActivePlan, path, ...month }) => (
          <MonthPanel
            month={{
              ...month,
              tenantId: brand.tenantId,
              name: planName,
              needsPlan: needsActivePlan,
              konbiniFee,
            }}
            path={path}
          />
        )}
      />
    </BrandSection>
  )
}
