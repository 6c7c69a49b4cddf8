import type { FramedPage } from '#client/page.ts'
import type { BrandProfile } from '#club/brands/contract.ts'
import { BrandSection } from '#club/brands/fan/BrandSection.tsx'
import { config } from '#config.ts'
import { loadBrand } from '#membership/figures/loadBrand.server.ts'
import { visitorPage } from '#program/ask.ts'
import { BackNumberYear, type ShownCalendar } from '#publishing/backNumbers/fan/BackNumberYear.tsx'
import { loadCalendar } from '#publishing/backNumbers/fan/loadCalendar.server.ts'
import { FanMonthWords, useFanMonthWords } from '#publishing/backNumbers/fan/words.tsx'
import { ContentCards } from '#publishing/contents/fan/ContentCards.tsx'
import { ContentPages } from '#publishing/contents/fan/ContentPages.tsx'
import { FanContentWords } from '#publishing/contents/fan/words.tsx'
import { JoinWords } from '#shop/orders/fan/joinWords.tsx'
import { MonthPanel } from '#shop/orders/fan/MonthPanel.tsx'

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
      <JoinWords>
        <Framed {...props} />
      </JoinWords>
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
        buyButton={({ planName, needsActivePlan, path, ...month }) =>
          !brand.notice && (
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
          )
        }
      />
    </BrandSection>
  )
}
