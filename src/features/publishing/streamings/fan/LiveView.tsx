import { chakra } from '@chakra-ui/react'
import dynamic from 'next/dynamic'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { routes } from '#client/routes.ts'
import { useLocale } from '#client/words.tsx'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Card.tsx'
import { meanwhile } from '#ui/faces/meanwhile.ts'
import { Link } from '#ui/Link.tsx'
import { dateText } from '#ui/text/DateText.tsx'
import { languageOf } from '#ui/text/languageOf.ts'
import { useTimeLeft } from '#ui/text/timeLeft.ts'
import type { RoomState } from '../chat/contract'
import type { StreamingDetails } from '../streaming'
import { watchEvery } from '../watching'
import { countdownOf, pollTimeOf, soon } from './countdown'
import { LiveStage } from './LiveStage'
import { FanStreamingWords, useFanStreamingWords } from './words'

const VideoPlayer = dynamic(() => import('#ui/video/VideoPlayer.tsx').then((m) => m.VideoPlayer), {
  ssr: false,
  loading: meanwhile(() => <LiveStage thumbnail="" />),
})

/** The page's data for a fan who may watch (`streamingDetailsOf`). */
export type LiveDetails = Pick<
  StreamingDetails,
  | 'streamingId'
  | 'streamingStatus'
  | 'streamingSource'
  | 'expiredAt'
  | 'startAt'
  | 'health'
  | 'vodAvailableAt'
  | 'notices'
  | 'event'
  | 'eventState'
  | 'eventReason'
>

type LiveViewProps = {
  name: string
  /** Shown while nothing plays. */
  thumbnail: string
  details: LiveDetails
  /** Name and words of the content, below the pictures. */
  head?: ReactNode
  brandSlug: string
  /** Reloads the page's data, which also renews the cookies for the pictures; null: the fan may not watch any more. */
  load: () => Promise<LiveDetails | null>
  /** Reports that this device plays; false when the account already plays on its maximum of devices. */
  watch: () => Promise<boolean>
  /** Shown to who waits for it to begin. */
  waiting?: ReactNode
  /**
   * What stands beside the pictures: the chat of the live, or that of the archive at the milliseconds that were played. It says when it may
   * not be read any more.
   */
  beside?: (is: 'live' | 'archive', moment: number, told: Told) => ReactNode
  /** Follows the room for who waits for the start, which is near. */
  followed?: (onLive: Told['onLive']) => ReactNode
}
type Told = { onOver: () => void; onLive: (live: RoomState['live'] | null) => void }

/**
 * A streaming for viewers, from the countdown to the recording, without a reload: it polls, and more
 * often while a change is expected. Mounted by the page of a content of type streaming.
 */
export const LiveView = (props: LiveViewProps) => (
  <FanStreamingWords>
    <View {...props} />
  </FanStreamingWords>
)

/** Milliseconds over which those who were told the same at once ask for it. */
const spread = 4000

/**
 * Polls `load`; a failed request is repeated at the next interval. What is closed is not asked after any more. What the followed room
 * tells is asked for as soon as it differs from what is known.
 */
const useDetails = (first: LiveDetails, load: LiveViewProps['load']) => {
  const [details, setDetails] = useState(first)
  const [isClosed, setClosed] = useState(false)
  const [told, onLive] = useState<RoomState['live'] | null>(null)
  const [isSoon, setSoon] = useState(false)
  const isTold = told !== null
  const latest = useRef(load)
  latest.current = load
  const ask = useRef(async () => {
    const next = await latest.current()
    if (next) setDetails(next)
    else setClosed(true)
  })
  useEffect(() => setDetails(first), [first])
  const { streamingStatus, startAt, eventState } = details
  useEffect(() => {
    if (isClosed) return
    let timer: ReturnType<typeof setTimeout>
    let isGone = false
    const wait = () => {
      setSoon(streamingStatus === 'beforeLive' && eventState === null && startAt - Date.now() < soon)
      const pause = pollTimeOf(streamingStatus, startAt - Date.now(), { eventState, isTold })
      if (pause === null || isGone) return
      timer = setTimeout(async () => {
        if (!document.hidden) await ask.current().catch(() => {})
        wait()
      }, pause)
    }
    wait()
    // Reloads when the tab becomes visible again.
    const look = () => document.hidden || void ask.current().catch(() => {})
    document.addEventListener('visibilitychange', look)
    return () => {
      isGone = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [streamingStatus, startAt, eventState, isClosed, isTold])
  useEffect(() => {
    if (!told || isClosed) return
    if (told.health !== details.health) setDetails((before) => ({ ...before, health: told.health }))
    if (told.isOn === (details.streamingStatus === 'live') && told.notices === details.notices.length) return
    const timer = setTimeout(
      () => {
        if (!document.hidden) void ask.current().catch(() => {})
      },
      1000 + Math.random() * spread,
    )
    return () => clearTimeout(timer)
  }, [told, details, isClosed])
  return { details, isClosed, renew: ask.current, onLive, isSoon }
}

/** Regularly reports that this device plays a live streaming, and stops it when the account may not. */
const usePlays = (isLive: boolean, watch: LiveViewProps['watch'], onPlay: () => void) => {
  const [mayPlay, setMayPlay] = useState(true)
  const latest = useRef({ watch, onPlay })
  latest.current = { watch, onPlay }
  const say = useRef(async () => {
    // A failed request does not stop the player.
    const may = await latest.current.watch().catch(() => null)
    if (may === null) return
    setMayPlay(may)
    if (may) latest.current.onPlay()
  })
  useEffect(() => {
    if (!isLive) return
    void say.current()
    const timer = setInterval(() => void say.current(), watchEvery)
    return () => clearInterval(timer)
  }, [isLive])
  return { mayPlay, again: say.current }
}

/** Words over the picture, where nothing plays. */
const Still = ({ thumbnail, children }: { thumbnail: string; children: ReactNode }) => (
  <LiveStage thumbnail={thumbnail}>
    <chakra.div
      position="absolute"
      inset={0}
      display="grid"
      alignContent="center"
      justifyItems="center"
      gap={1.5}
      p={4}
      color="white"
      textAlign="center"
      textWrap="balance"
      wordBreak="auto-phrase"
      role="status"
    >
      {children}
    </chakra.div>
  </LiveStage>
)

const View = (props: LiveViewProps) => {
  const { name, thumbnail, details: first, head, brandSlug, load, watch, waiting, beside, followed } = props
  const words = useFanStreamingWords()
  const locale = useLocale()
  const { details, isClosed, renew, onLive, isSoon } = useDetails(first, load)
  const { streamingId, streamingStatus, streamingSource, health, expiredAt, vodAvailableAt, notices } = details
  const { eventState, eventReason } = details
  const { default: source } = streamingSource
  const { mayPlay, again } = usePlays(streamingStatus === 'live' && !isClosed, watch, () => {
    // A device that was not admitted has no URL yet; a hidden tab does not poll, so its cookies are renewed here.
    if (source.url === '' || document.hidden) void renew().catch(() => {})
  })
  const [played, setPlayed] = useState(0)
  const onOver = useRef(() => void renew().catch(() => {})).current
  const poster = thumbnail ? { poster: thumbnail } : {}
  const stage = () => {
    if (isClosed)
      return (
        <Still thumbnail={thumbnail}>
          <strong>{words.closed}</strong>
          <span>{words.closedText}</span>
          <div>
            <Button onClick={() => window.location.reload()}>{words.reload}</Button>
          </div>
        </Still>
      )
    if (eventState)
      return (
        <Still thumbnail={thumbnail}>
          <strong>{words[eventState]}</strong>
          {eventState === 'undated' && <span>{words.undatedText}</span>}
        </Still>
      )
    switch (streamingStatus) {
      case 'beforeLive':
        return <Countdown thumbnail={thumbnail} startAt={details.startAt} />
      case 'live':
        return !mayPlay ? (
          <Still thumbnail={thumbnail}>
            <strong>{words.elsewhere}</strong>
            <span>{words.elsewhereText}</span>
            <div>
              <Button onClick={() => void again()}>{words.playHere}</Button>
            </div>
          </Still>
        ) : source.url === '' ? (
          <Still thumbnail={thumbnail}>{words.soon}</Still>
        ) : (
          <VideoPlayer
            key={source.url}
            src={source.url}
            title={name}
            renew={renew}
            live={{ offset: source.liveOffset ?? 6, starts: words }}
            {...poster}
          />
        )
      case 'beforeVOD':
        return (
          <Still thumbnail={thumbnail}>
            <strong>{words.preparing}</strong>
            <span>
              {vodAvailableAt === null
                ? words.preparingText
                : words.availableAt(dateText(vodAvailableAt, locale, { hour: true }))}
            </span>
          </Still>
        )
      case 'vod':
        return (
          <VideoPlayer
            key={source.url}
            src={source.url}
            title={name}
            remember={streamingId}
            renew={renew}
            onTime={(seconds) => setPlayed(Math.floor(seconds) * 1000)}
            {...poster}
          />
        )
      case 'ended':
        return (
          <Still thumbnail={thumbnail}>
            <strong>{words.ended}</strong>
            <span>{words.endedText}</span>
          </Still>
        )
    }
  }
  const is =
    eventState !== null
      ? null
      : streamingStatus === 'live'
        ? ('live' as const)
        : streamingStatus === 'vod' && !isClosed
          ? ('archive' as const)
          : null
  const pictures = (
    <chakra.section aria-label={words.player} display="grid" gap={3} alignContent="start" minW={0}>
      {stage()}
      {head}
      {eventReason && (
        <Notice tone="warn" whiteSpace="pre-wrap" overflowWrap="anywhere">
          {eventReason}
        </Notice>
      )}
      {streamingStatus === 'live' && health === 'noSignal' && !isClosed && (
        <Notice tone="warn" role="status">
          {words.signalLost}
        </Notice>
      )}
    </chakra.section>
  )
  // On a phone below the chat, which has to be in sight with its field beneath the pictures.
  const rest = (
    <chakra.div display="grid" gap={3} alignContent="start" minW={0} gridColumn={{ lg: 1 }}>
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap={2.5} fontSize="0.875rem" color="muted">
        {streamingStatus === 'live' && !isClosed && <Badge tone="bad">{words.live}</Badge>}
        {streamingStatus === 'vod' && <Badge tone="info">{words.archive}</Badge>}
        {!isClosed && streamingStatus !== 'ended' && expiredAt !== null && streamingStatus !== 'beforeLive' && (
          <span>{words.archiveUntil(dateText(expiredAt, locale, { hour: true }))}</span>
        )}
      </chakra.div>
      {details.event && (
        <chakra.p fontSize="0.875rem">
          {words.event}{' '}
          <chakra.span
            lang={languageOf(details.event.title)}
            color="var(--brand-text)"
            fontWeight="semibold"
            textDecoration="underline"
          >
            <Link href={routes.fanEvent({ brandSlug, eventId: details.event.eventId })}>{details.event.title}</Link>
          </chakra.span>
        </chakra.p>
      )}
      {notices.length > 0 && (
        <chakra.section aria-label={words.notices} bg="sunken" borderRadius="l" px={4} py={3.5}>
          <chakra.h2 fontSize="0.875rem" mb={1.5}>
            {words.notices}
          </chakra.h2>
          <chakra.ul display="grid" gap={2} aria-live="polite">
            {notices.toReversed().map((notice) => (
              <chakra.li key={notice.noticeId} fontSize="0.875rem" whiteSpace="pre-wrap" overflowWrap="anywhere">
                {notice.text}{' '}
                <chakra.span color="muted" fontSize="sm">
                  {dateText(notice.at, locale, { short: true, hour: true })}
                </chakra.span>
              </chakra.li>
            ))}
          </chakra.ul>
        </chakra.section>
      )}
      {streamingStatus === 'beforeLive' && waiting}
      {isSoon && !isClosed && followed?.(onLive)}
    </chakra.div>
  )
  const said = is !== null && beside && (
    <chakra.div
      position="relative"
      minH={{ base: 'max(320px, calc(100svh - 490px))', lg: '480px' }}
      gridColumn={{ lg: 2 }}
      gridRow={{ lg: '1 / span 2' }}
    >
      {/* As high as the pictures, however much is written. */}
      <chakra.div position="absolute" inset={0}>
        {beside(is, played, { onOver, onLive })}
      </chakra.div>
    </chakra.div>
  )
  return (
    <chakra.div display="grid" gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 340px' }} gap={4}>
      {pictures}
      {said}
      {rest}
    </chakra.div>
  )
}

const Countdown = ({ thumbnail, startAt }: { thumbnail: string; startAt: number }) => {
  const words = useFanStreamingWords()
  const locale = useLocale()
  const left = useTimeLeft(startAt)
  const { days, clock } = countdownOf(left ?? 0)
  return (
    <Still thumbnail={thumbnail}>
      <strong>{words.starts(dateText(startAt, locale, { hour: true }))}</strong>
      {left === 0 ? (
        <span>{words.soon}</span>
      ) : (
        <>
          <chakra.span
            role="timer"
            aria-label={words.countdown}
            aria-live="off"
            fontSize={{ base: '1.75rem', md: '2.5rem' }}
            fontWeight="bold"
            lineHeight="1.2"
            fontVariantNumeric="tabular-nums"
          >
            {left === null ? '--:--:--' : `${days > 0 ? `${words.days(days)} ` : ''}${clock}`}
          </chakra.span>
          <chakra.span fontSize="sm">{words.waitText}</chakra.span>
        </>
      )}
    </Still>
  )
}
