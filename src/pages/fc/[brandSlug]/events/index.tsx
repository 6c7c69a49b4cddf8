import { chakra } from '@chakra-ui/react'
import type { FramedPage } from '../../../../client/page'
import type { BrandProfile } from '../../../../features/brands/contract'
import { BrandTabs } from '../../../../features/brands/fan/BrandTabs'
import { FanBrandFrame } from '../../../../features/brands/fan/FanBrandFrame'
import { loadBrand } from '../../../../features/brands/fan/loadBrand.server'
import { EventLists } from '../../../../features/events/fan/EventCards'
import { type EventLists as Lists, loadEvents } from '../../../../features/events/fan/loadEvents.server'
import { FanEventWords, useFanEventWords } from '../../../../features/events/fan/words'
import { visitorPage } from '../../../../server/ask'
import { Wrap } from '../../../../ui/fan/FanFrame'

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
    <FanBrandFrame brand={brand} title={`${words.title} — ${brand.name}`} description={words.eventsOf(brand.name)}>
      <Wrap pt={{ base: 5, md: 8 }}>
        <chakra.p fontWeight="semibold" color="muted" fontSize="14px">
          {brand.name}
        </chakra.p>
        <chakra.h1 fontSize={{ base: '24px', md: '3xl' }}>{words.title}</chakra.h1>
        <chakra.p color="muted" mt={1}>
          {words.lead}
        </chakra.p>
        <BrandTabs brandSlug={brand.brandSlug} current="events" />
        <EventLists brand={brand} {...lists} />
      </Wrap>
    </FanBrandFrame>
  )
}
