import type { FramedPage } from '#client/page.ts'
import type { BrandProfile } from '#club/brands/contract.ts'
import { BrandSection } from '#club/brands/fan/BrandSection.tsx'
import { loadBrand } from '#membership/figures/loadBrand.server.ts'
import { visitorPage } from '#program/ask.ts'
import { EventLists } from '#publishing/events/fan/EventCards.tsx'
import { type EventLists as Lists, loadEvents } from '#publishing/events/fan/loadEvents.server.ts'
import { FanEventWords, useFanEventWords } from '#publishing/events/fan/words.tsx'

type Props = { brand: BrandProfile; lists: Lists }

export const getServerSideProps = visitorPage<Props>(async ({ ask, params, locale }) => {
  const brand = await loadBrand(ask, params.brandSlug, locale)
  const lists = brand && (await loadEvents(ask, brand, locale))
  return brand && lists ? { props: { brand, lists } } : { notFound: true }
})

const page: FramedPage<Props> = (props) => (
  <FanEventWords>
    <Framed {...props} />
  </FanEventWords>
)
page.rests = true

export default page

const Framed = ({ brand, lists }: Props) => {
  const words = useFanEventWords()
  return (
    <BrandSection
      brand={brand}
      current="events"
      title={words.title}
      description={words.eventsOf(brand.name)}
      lead={words.lead}
    >
      <EventLists brand={brand} {...lists} />
    </BrandSection>
  )
}
