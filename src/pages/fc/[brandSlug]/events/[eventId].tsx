import type { FramedPage } from '../../../../client/page'
import { routes } from '../../../../client/routes'
import type { BrandProfile } from '../../../../features/brands/contract'
import { FanBrandFrame } from '../../../../features/brands/fan/FanBrandFrame'
import { loadBrand } from '../../../../features/brands/fan/loadBrand.server'
import { ContentView } from '../../../../features/contents/fan/ContentView'
import type { PublicEvent } from '../../../../features/events/contract'
import { EventDetails } from '../../../../features/events/fan/EventDetails'
import { loadEvent } from '../../../../features/events/fan/loadEvents.server'
import { FanEventWords, useFanEventWords } from '../../../../features/events/fan/words'
import { plainTextOf } from '../../../../kit/plainText'
import { visitorPage } from '../../../../server/ask'
import { EmptyState } from '../../../../ui/faces/EmptyState'
import { BrandLink } from '../../../../ui/fan/BrandButton'
import { Wrap } from '../../../../ui/fan/FanFrame'

type Props = { brand: BrandProfile; event: PublicEvent | null }

export const getServerSideProps = visitorPage<Props>(async ({ ask, params, locale }) => {
  const brand = await loadBrand(ask, params.brandSlug, locale)
  if (!brand) return { notFound: true }
  const { event, isOff } = await loadEvent(ask, brand, String(params.eventId), locale)
  if (isOff) return { notFound: true }
  // URLs in the description are valid for six hours.
  return event ? { props: { brand, event }, keptFor: 3 * 3_600_000 } : { props: { brand, event }, status: 404 }
})

const page: FramedPage<Props> = (props) => (
  <FanEventWords>
    <Framed {...props} />
  </FanEventWords>
)
page.rests = true

export default page

const Framed = ({ brand, event }: Props) => {
  const words = useFanEventWords()
  const title = event?.title ?? words.unknown
  return (
    <FanBrandFrame
      brand={brand}
      title={`${title} — ${brand.name}`}
      description={event ? plainTextOf(event.description) || words.descriptionOf(title, brand.name) : words.unknownText}
      {...(event?.keyVisualUrl && { image: event.keyVisualUrl })}
    >
      {event ? (
        <EventDetails
          brandSlug={brand.brandSlug}
          brandName={brand.name}
          event={event}
          about={(text) => <ContentView text={text} />}
        />
      ) : (
        <Wrap py={16}>
          <EmptyState
            level={1}
            title={words.unknown}
            text={words.unknownText}
            action={<BrandLink href={routes.fanEvents(brand)}>{words.back}</BrandLink>}
          />
        </Wrap>
      )}
    </FanBrandFrame>
  )
}
