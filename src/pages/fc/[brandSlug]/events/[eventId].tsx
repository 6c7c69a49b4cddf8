import { chakra } from '@chakra-ui/react'
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
import { loadEventGoods } from '#shop/goods/fan/loadGoods.server.ts'
import { type GoodsOnTop, NewestGoods } from '#shop/goods/fan/NewestGoods.tsx'
import { EmptyState } from '#ui/faces/EmptyState.tsx'
import { BrandLink } from '#ui/fan/BrandButton.tsx'
import { Wrap } from '#ui/fan/FanFrame.tsx'
import { QuietLink } from '#ui/fan/QuietLink.tsx'

type Props = { brand: BrandProfile; event: PublicEvent | null; goods: { list: GoodsOnTop[]; hasMore: boolean } }

export const getServerSideProps = visitorPage<Props>(async ({ ask, params, locale }) => {
  const brand = await loadBrand(ask, params.brandSlug, locale)
  if (!brand) return { notFound: true }
  const eventId = String(params.eventId)
  const [event, goods] = await Promise.all([
    loadEvent(ask, brand, eventId, locale),
    loadEventGoods(ask, brand, eventId, locale),
  ])
  const props = { brand, event, goods }
  // URLs in the description are valid for six hours.
  return event ? { props, keptFor: 3 * 3_600_000 } : { props, status: 404 }
})

const page: FramedPage<Props> = (props) => (
  <FanEventWords>
    <Framed {...props} />
  </FanEventWords>
)
page.rests = true

export default page

const Framed = ({ brand, event, goods }: Props) => {
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
          goods={
            goods.list.length > 0 && (
              <>
                <NewestGoods brandSlug={brand.brandSlug} list={goods.list} />
                {goods.hasMore && (
                  <chakra.p mt={3}>
                    <QuietLink href={routes.fanGoods(brand, { query: { event: event.eventId } })}>
                      {words.allGoods}
                    </QuietLink>
                  </chakra.p>
                )}
              </>
            )
          }
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
