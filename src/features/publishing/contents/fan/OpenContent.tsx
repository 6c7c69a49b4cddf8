import { chakra } from '@chakra-ui/react'
import dynamic from 'next/dynamic'
import { useEffect, useState } from 'react'
import { at } from '#client/at.ts'
import type { Person } from '#client/identityProvider.ts'
import { useFanCall } from '#client/useFanAnswer.ts'
import { meanwhile } from '#ui/faces/meanwhile.ts'
import { PlayIcon } from '#ui/look/icons.tsx'
import { Picture } from '#ui/Picture.tsx'
import type { PublicPlanContent, publicContents } from '../public/contract'
import { ContentView } from './ContentView'
import { LoveButton } from './LoveButton'
import { useFanContentWords } from './words'

// About 200 KB with its library, so it is loaded only for videos.
const VideoPlayer = dynamic(() => import('#ui/video/VideoPlayer.tsx').then((m) => m.VideoPlayer), {
  ssr: false,
  loading: meanwhile(() => <PlayerPlace />),
})

/** Placeholder with the height of the player and its speed control, so that the page does not move when it loads. */
const PlayerPlace = () => (
  <chakra.div pb="40px">
    <chakra.div aspectRatio="16 / 9" bg="black" borderRadius="m" />
  </chakra.div>
)

type Props = {
  ids: { tenantId: string; planContentId: string }
  fan: Person | null | undefined
  content: PublicPlanContent
  /** It was answered to this reader, not rendered for everybody. */
  isOwn: boolean
  loginHref: string
}

/** The body of a content for who may read it, with its heart. */
export const OpenContent = ({ ids, fan, content, isOwn, loginHref }: Props) => (
  <>
    <Body content={content} isFresh={Boolean(fan) && isOwn} />
    {content.type !== 'streaming' && (
      <chakra.div mt={8}>
        <LoveButton ids={ids} fan={fan} loved={content} isOwn={isOwn} loginHref={loginHref} />
      </chakra.div>
    )}
  </>
)

const Body = ({ content, isFresh }: { content: PublicPlanContent; isFresh: boolean }) => {
  const words = useFanContentWords()
  if (content.type === 'streaming') {
    return (
      <chakra.p p={6} bg="sunken" borderRadius="l">
        {words.liveStates[content.details.streamingStatus]}
      </chakra.p>
    )
  }
  if (content.type === 'video') {
    return (
      <>
        <Video content={content} isFresh={isFresh} />
        {content.details.text && (
          <chakra.div mt={6}>
            <ContentView text={content.details.text} />
          </chakra.div>
        )}
      </>
    )
  }
  const { imageUrls, text } = content.details
  return (
    <>
      {text && <ContentView text={text} />}
      {imageUrls.length > 0 && (
        <chakra.ul aria-label={words.images} display="grid" gap={3} mt={6}>
          {imageUrls.map((src) => (
            <li key={src}>
              <Picture src={src} sizes="(min-width: 768px) 720px, 100vw" w="100%" borderRadius="m" />
            </li>
          ))}
        </chakra.ul>
      )}
    </>
  )
}

/** The cached page has no cookies for the video, so the content is requested again: the API's response sets them. */
const Video = ({ content, isFresh }: { content: Extract<PublicPlanContent, { type: 'video' }>; isFresh: boolean }) => {
  const words = useFanContentWords()
  const ask = useFanCall()
  const [isReady, setReady] = useState(isFresh)
  const { tenantId, planContentId, details, planContentName } = content
  const renew = () => ask(at<typeof publicContents>()('getPublicPlanContent'), { tenantId, planContentId })
  // biome-ignore lint/correctness/useExhaustiveDependencies: requested once for each content.
  useEffect(() => {
    if (isFresh) return setReady(true)
    renew().then(
      () => setReady(true),
      () => setReady(true),
    )
  }, [planContentId, isFresh])
  if (details.videoURL === '') {
    return (
      <chakra.p p={6} bg="sunken" borderRadius="l">
        {words.videoNotReady}
      </chakra.p>
    )
  }
  if (isReady) {
    return (
      <VideoPlayer
        src={details.videoURL}
        title={planContentName}
        poster={details.videoThumbnail}
        remember={planContentId}
        renew={renew}
      />
    )
  }
  return (
    <chakra.div position="relative" aspectRatio="16 / 9" bg="black" borderRadius="m" overflow="hidden" mb="40px">
      {details.videoThumbnail && (
        <Picture
          src={details.videoThumbnail}
          sizes="(min-width: 768px) 720px, 100vw"
          loading="eager"
          w="100%"
          h="100%"
        />
      )}
      <chakra.span position="absolute" inset="0" display="grid" placeItems="center" color="white">
        <PlayIcon size={56} />
      </chakra.span>
    </chakra.div>
  )
}
