import { chakra } from '@chakra-ui/react'
import dynamic from 'next/dynamic'
import { type ReactNode, useEffect } from 'react'
import { at } from '#client/at.ts'
import type { Person } from '#client/identityProvider.ts'
import { routes, useLoginHref } from '#client/routes.ts'
import { useKnownFan } from '#client/useFan.ts'
import { useFanAnswer, useFanCall } from '#client/useFanAnswer.ts'
import { useLocale } from '#client/words.tsx'
import { FailedState } from '#ui/faces/FailedState.tsx'
import { SkeletonText } from '#ui/faces/Skeleton.tsx'
import { Awaited } from '#ui/fan/Awaited.tsx'
import { Wrap } from '#ui/fan/FanFrame.tsx'
import { Link } from '#ui/Link.tsx'
import { ChevronLeftIcon } from '#ui/look/icons.tsx'
import { Picture } from '#ui/Picture.tsx'
import { monthText } from '#ui/text/DateText.tsx'
import { languageOf } from '#ui/text/languageOf.ts'
import { LiveStage } from '../../streamings/fan/LiveStage'
import type { Explanation, PublicPlanContent, publicContents } from '../public/contract'
import { type LiveTime, When } from './When'
import { useFanContentWords } from './words'

// Loaded only for readers without access.
const LockedContent = dynamic(() => import('./LockedContent').then((m) => m.LockedContent))
// As one, so that nothing of it comes later than the rest; only for readers with access. Written out: what the server has rendered of it
// is loaded before hydration only where Next finds the import in the call.
const OpenContent = dynamic(() => import('./OpenContent').then((m) => m.OpenContent))

type ContentPageState = {
  type: PublicPlanContent['type']
  name: string
  thumbnail: string
  description: string
  /** What everybody may read of it where it is locked. */
  preview: string
  clip: string
  publishedAt: number
  /** Of a live, also where it is locked. */
  live: LiveTime | null
  content: PublicPlanContent | null
  why: Explanation | null
}
type LiveParts = {
  content: Extract<PublicPlanContent, { type: 'streaming' }>
  fan: Person | null | undefined
  loginHref: string
  head: ReactNode
  /** The picture and `head`, for as long as the player is not loaded. */
  still: ReactNode
}
type Props = {
  brand: { tenantId: string; brandSlug: string }
  planContentId: string
  /** Content rendered with the page; null if visitors may not see it. */
  shown: ContentPageState | null
  /** Render functions of other features, passed in by the page: the live streaming player, and the part below the content. */
  live?: (live: LiveParts) => ReactNode
  under?: (content: PublicPlanContent | null, fan: Person | null | undefined, loginHref: string) => ReactNode
  /** ContentPageState if the content does not exist for this reader. */
  nothing: (fan: Person | null | undefined) => ReactNode
}

export const ContentPage = ({ brand, planContentId, shown, live, under, nothing }: Props) => {
  const words = useFanContentWords()
  const fan = useKnownFan()
  const { tenantId, brandSlug } = brand
  const loginHref = useLoginHref(routes.fanContent({ brandSlug, planContentId }))
  const ids = { tenantId, planContentId }
  const answer = useFanAnswer(at<typeof publicContents>()('getPublicPlanContent'), ids, {
    fan,
    shown: shown?.content
      ? { ok: true, planContent: shown.content }
      : { ok: false, status: shown?.why ? closed(shown.why) : 'notfound' },
  })
  const isClosed = answer.data !== null && !answer.data.ok
  const why = useFanAnswer(at<typeof publicContents>()('explainMyAccess'), isClosed && fan ? ids : null, {
    fan,
    shown: shown?.why ?? null,
  })
  // Free contents are the same for everybody, so they are shown before the reader has loaded.
  const content = answer.data?.ok ? answer.data.planContent : isClosed ? null : (shown?.content ?? null)
  const isWaiting = fan === undefined || answer.isWaiting || (isClosed && why.isWaiting)
  const isLive = shown?.type === 'streaming'
  useEffect(() => {
    // Beside the question whether they may read it; a live mostly shows its player instead.
    if (fan && !isLive) void import('./OpenContent')
  }, [fan, isLive])
  useNotedView(ids, content !== null && fan !== undefined)
  if (!content && !shown?.why) {
    if (answer.failed) return <FailedState {...answer.failed} />
    return (
      <Awaited isWaiting={isWaiting} isKnown={Boolean(fan)} skeleton={<SkeletonText lines={7} />}>
        {nothing(fan)}
      </Awaited>
    )
  }
  const explanation = why.data ?? shown?.why ?? null
  // The pictures come first, and the room beside them: also before it is known who reads.
  const isStreaming = (content ?? shown)?.type === 'streaming'
  const head = <Head shown={shown} content={content} period={explanation?.backNumberPeriod ?? null} />
  const framed = (rest: ReactNode) => (
    // A live's pictures are as wide as they will be beside its chat.
    <chakra.div maxW={isStreaming ? { lg: 'calc(100% - 356px)' } : undefined}>
      {isStreaming && <LiveStage thumbnail={(content ?? shown)?.thumbnail ?? ''} />}
      {head}
      {rest}
    </chakra.div>
  )
  const body = () => {
    if (content?.type === 'streaming' && live && content.details.streamingSource !== null)
      return live({ content, fan, loginHref, head, still: framed(null) })
    const rest = content ? (
      <OpenContent ids={ids} fan={fan} content={content} isOwn={answer.data !== null} loginHref={loginHref} />
    ) : answer.failed || why.failed ? (
      <FailedState {...(answer.failed ?? why.failed)} />
    ) : (
      <Awaited isWaiting={isWaiting} isKnown={Boolean(fan)} skeleton={<SkeletonText lines={7} />}>
        {explanation && (
          <LockedContent
            brandSlug={brandSlug}
            planContentId={planContentId}
            why={explanation}
            preview={shown?.preview ?? ''}
            clip={shown?.clip ?? ''}
            loginHref={fan ? null : loginHref}
          />
        )}
      </Awaited>
    )
    return framed(rest)
  }
  return (
    <Wrap pt={{ base: 4, md: 7 }} maxW={isStreaming ? '1240px' : '760px'}>
      <chakra.p mb={3} fontSize="0.875rem" color="muted">
        <Link href={routes.fanContents({ brandSlug })}>
          <chakra.span display="inline-flex" alignItems="center" gap={1} minH="44px">
            <ChevronLeftIcon size={16} />
            {words.backTo}
          </chakra.span>
        </Link>
      </chakra.p>
      <chakra.article maxW={isStreaming ? undefined : '720px'}>
        {body()}
        {!isWaiting && !isStillOn(content) && under?.(content, fan, loginHref)}
      </chakra.article>
    </Wrap>
  )
}

/** Who watches a live, or waits for one, stays there, at its chat, and loads nothing of what stands below; of an archive that is shown. */
export const isStillOn = (content: PublicPlanContent | null) =>
  content?.type === 'streaming' &&
  content.details.eventState === null &&
  content.details.streamingStatus !== 'vod' &&
  content.details.streamingStatus !== 'ended'

const closed = ({ status }: Explanation) =>
  status === 'freeContents' || status === 'available' ? 'unavailable' : status

const Head = ({
  shown,
  content,
  period,
}: {
  shown: ContentPageState | null
  content: PublicPlanContent | null
  period: { year: number; month: number } | null
}) => {
  const words = useFanContentWords()
  const locale = useLocale()
  const name = content?.planContentName ?? shown?.name ?? ''
  const description = content?.planContentDescription ?? shown?.description ?? ''
  const thumbnail = content?.thumbnail ?? shown?.thumbnail ?? ''
  const month = content?.backNumberPeriod ?? period
  const publishedAt = (content ?? shown)?.publishedAt
  const live = content?.type === 'streaming' ? content.details : (shown?.live ?? null)
  return (
    <chakra.header mb={6}>
      <chakra.h1
        lang={languageOf(name)}
        fontSize={{ base: '1.5rem', md: '3xl' }}
        lineHeight="1.4"
        overflowWrap="anywhere"
      >
        {name}
      </chakra.h1>
      <chakra.p color="muted" fontSize="0.875rem" mt={2} minH="1.7em">
        {month && words.month(monthText(month, locale))}
        {month && ' · '}
        {live?.eventState
          ? words.eventStates[live.eventState]
          : publishedAt && <When publishedAt={publishedAt} live={live} />}
      </chakra.p>
      {description && (
        <chakra.p lang={languageOf(description)} mt={3} overflowWrap="anywhere">
          {description}
        </chakra.p>
      )}
      {/* Below the words, which stay where they are when a video takes its place. */}
      {thumbnail && (content ?? shown)?.type !== 'streaming' && content?.type !== 'video' && (
        <chakra.div aspectRatio="16 / 9" borderRadius="l" overflow="hidden" bg="sunken" mt={6}>
          <Picture
            src={thumbnail}
            sizes="(min-width: 768px) 720px, 100vw"
            loading="eager"
            fetchPriority="high"
            w="100%"
            h="100%"
          />
        </chakra.div>
      )}
    </chakra.header>
  )
}

const useNotedView = ({ tenantId, planContentId }: { tenantId: string; planContentId: string }, isSeen: boolean) => {
  const ask = useFanCall()
  useEffect(() => {
    if (!isSeen) return
    // Not awaited: a view that fails to be counted has no effect on the page.
    void import('#client/viewer.ts')
      .then(({ viewerOfToday }) =>
        ask(at<typeof publicContents>()('noteContentView'), { tenantId, planContentId, viewer: viewerOfToday() }),
      )
      .catch(() => {})
  }, [ask, tenantId, planContentId, isSeen])
}
