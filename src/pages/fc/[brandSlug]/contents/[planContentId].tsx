import { chakra } from '@chakra-ui/react'
import dynamic from 'next/dynamic'
import { createContext, type ReactNode, useContext } from 'react'
import type { FramedPage } from '#client/page.ts'
import { routes } from '#client/routes.ts'
import type { BrandProfile } from '#club/brands/contract.ts'
import { FanBrandFrame } from '#club/brands/fan/FanBrandFrame.tsx'
import { loadBrand } from '#membership/figures/loadBrand.server.ts'
import { visitorPage } from '#program/ask.ts'
import { ContentPage } from '#publishing/contents/fan/ContentPage.tsx'
import { loadContent, type ShownContent } from '#publishing/contents/fan/loadContents.server.ts'
import { LockedWords } from '#publishing/contents/fan/lockedWords.tsx'
import { FanContentWords, useFanContentWords } from '#publishing/contents/fan/words.tsx'
import { EmptyState } from '#ui/faces/EmptyState.tsx'
import { BrandLink } from '#ui/fan/BrandButton.tsx'
import { Wrap } from '#ui/fan/FanFrame.tsx'

/** `shown` is null if a visitor may not see the content. Staff find their drafts after signing in. */
type Props = {
  brand: BrandProfile
  planContentId: string
  shown: ShownContent | null
}

// What it shows is loaded by the browser in any case, and is too large for the first paint.
const ContentEnd = dynamic(() => import('#publishing/comments/fan/ContentEnd.tsx').then((m) => m.ContentEnd), {
  ssr: false,
})

/** What a live's page shows while its player is loaded. */
const Still = createContext<ReactNode>(null)

const Live = dynamic(() => import('#publishing/streamings/fan/Live.tsx').then((m) => m.Live), {
  ssr: false,
  loading: ({ error }) => {
    if (error) throw error
    return <StillPicture />
  },
})

const StillPicture = () => (
  // What stands below stays below.
  <chakra.div minH="100svh">{useContext(Still)}</chakra.div>
)

/** In milliseconds; URLs in the body of a free content are valid for six hours. */
const keptFor = 3 * 3_600_000

export const getServerSideProps = visitorPage<Props>(async ({ ask, params, locale }) => {
  const brand = await loadBrand(ask, params.brandSlug, locale)
  if (!brand) return { notFound: true }
  const planContentId = String(params.planContentId)
  const { tenantId, brandId } = brand
  const shown = await loadContent(ask, { tenantId, brandId, planContentId }, locale)
  if (!shown) return { props: { brand, planContentId, shown }, status: 404 }
  return { props: { brand, planContentId, shown }, ...(shown.content && { keptFor }) }
})

const page: FramedPage<Props> = (props) => (
  <FanContentWords>
    <LockedWords>
      <Framed {...props} />
    </LockedWords>
  </FanContentWords>
)
page.rests = true

export default page

const Framed = ({ brand, planContentId, shown }: Props) => {
  const words = useFanContentWords()
  const name = shown?.name ?? words.unknown
  return (
    <FanBrandFrame
      brand={brand}
      title={`${name} — ${brand.name}`}
      description={shown ? shown.description || words.descriptionOf(name, brand.name) : words.unknownText}
      {...(shown?.thumbnail && { image: shown.thumbnail })}
    >
      <ContentPage
        brand={brand}
        planContentId={planContentId}
        shown={shown}
        live={({ still, ...live }) => (
          <Still value={still}>
            <Live ids={{ tenantId: brand.tenantId, planContentId }} {...live} />
          </Still>
        )}
        under={(content, fan, loginHref) => <ContentEnd {...{ brand, planContentId, content, fan, loginHref }} />}
        nothing={(fan) => (
          <Wrap py={16}>
            <EmptyState
              level={1}
              title={words.unknown}
              text={fan ? words.unknownText : words.unknownVisitorText}
              action={<BrandLink href={routes.fanContents(brand)}>{words.backTo}</BrandLink>}
            />
          </Wrap>
        )}
      />
    </FanBrandFrame>
  )
}
