import type { FramedPage } from '../../../../client/page'
import type { BrandProfile } from '../../../../features/brands/contract'
import { BrandSection } from '../../../../features/brands/fan/BrandSection'
import { loadBrand } from '../../../../features/brands/fan/loadBrand.server'
import { EventLists } from '../../../../features/events/fan/EventCards'
import { type EventLists as Lists, loadEvents } from '../../../../features/events/fan/loadEvents.server'
import { FanEventWords, useFanEventWords } from '../../../../features/events/fan/words'
import { visitorPage } from '../../../../server/ask'

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
