import type { FramedPage } from '#client/page.ts'
import { routes } from '#client/routes.ts'
import type { BrandProfile } from '#club/brands/contract.ts'
import { FanBrandFrame } from '#club/brands/fan/FanBrandFrame.tsx'
import { plainTextOf } from '#kit/plainText.ts'
import { loadBrand } from '#membership/figures/loadBrand.server.ts'
import { visitorPage } from '#program/ask.ts'
import { ContentView } from '#publishing/contents/fan/ContentView.tsx'
import type { PublicEvent } from '#publishing/events/contract.ts'
import { EventDetails } from '#publishing/events/fan/EventDetails.tsx'
import { loadEvent } from '#publishing/events/fan/loadEvents.server.ts'
import { FanEventWords, useFanEventWords } from '#publishing/events/fan/words.tsx'
import { EmptyState } from '#ui/faces/EmptyState.tsx'
import { BrandLink } from '#ui/fan/BrandButton.tsx'
import { Wrap } from '#ui/fan/FanFrame.tsx'

type Props = { brand: BrandProfile; event: PublicEvent | null }

export const getServerSideProps = visitorPage<Props>(async ({ ask, params, locale }) => {
  const brand = await loadBrand(ask, params.brandSlug, locale)
  if (!brand) return { notFound: true }
  const event = await loadEvent(ask, brand, String(params.eventId), locale)
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
