import { chakra } from '@chakra-ui/react'
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { Button } from '../Button'
import { inputRecipe } from '../form/input'
import { useUiWords } from '../words'
import type { LiveFigures } from './playback'
import { keepPosition, keptPosition } from './position'

const Frame = chakra('div', {
  base: {
    position: 'relative',
    bg: 'black',
    borderRadius: 'm',
    overflow: 'hidden',
    '& video': { display: 'block', w: '100%', aspectRatio: '16 / 9', maxH: '80vh' },
  },
})
const Speed = chakra('select', inputRecipe)

const speeds = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2]
/** Milliseconds: well before the cookies expire, six hours after the content was loaded. */
const renewalTime = 3 * 3_600_000
/** Milliseconds before the next attempt after a live stream failed. */
const liveRetryTime = 3000

/** The words of the buttons, of the page: they are no part of every page's first scripts. */
type LiveLabels = { soundOn: string; toNewest: string }
type Props = {
  /** The master playlist. Its cookies were set by the response that contained this URL. */
  src: string
  title: string
  poster?: string
  /** Key of the stored position: the id of the content or streaming. Without it (live) no position is stored. */
  remember?: string
  /**
   * Live only: `offset` in seconds behind the newest picture. A failed live stream is retried automatically. `starts` by itself and
   * without sound, which browsers let nobody else do.
   */
  live?: { offset: number; starts?: LiveLabels; onFigures?: (figures: LiveFigures) => void }
  /** Seconds that have been played, about four times a second. */
  onTime?: (seconds: number) => void
  /** Requests the content again; the response sets new cookies. */
  renew: () => Promise<unknown>
}

const step = (video: HTMLVideoElement, seconds: number) => {
  video.currentTime = Math.min(Math.max(0, video.currentTime + seconds), video.duration || 0)
}
const keys: Record<string, (video: HTMLVideoElement) => unknown> = {
  k: (video) => (video.paused ? video.play() : video.pause()),
  ' ': (video) => (video.paused ? video.play() : video.pause()),
  j: (video) => step(video, -10),
  l: (video) => step(video, 10),
  ArrowLeft: (video) => step(video, -5),
  ArrowRight: (video) => step(video, 5),
  m: (video) => {
    video.muted = !video.muted
  },
  f: (video) => (document.fullscreenElement ? document.exitFullscreen() : video.requestFullscreen()),
}

/** Plays a video of the platform. The playback library is loaded on demand. */
export const VideoPlayer = ({ src, title, poster, remember, live, renew, onTime }: Props) => {
  const words = useUiWords()
  const element = useRef<HTMLVideoElement>(null)
  const speedId = useId()
  const [attempt, setAttempt] = useState(0)
  const [failed, setFailed] = useState<number | null>(null)
  const liveOffset = live?.offset
  const latest = useRef(renew)
  latest.current = renew
  const told = useRef({ onTime, onFigures: live?.onFigures })
  told.current = { onTime, onFigures: live?.onFigures }
  const startsMuted = live?.starts !== undefined

  useEffect(() => {
    const video = element.current
    if (!video) return
    let stop = () => {}
    let isGone = false
    let again: ReturnType<typeof setTimeout> | undefined
    const fail = () => {
      if (isGone) return
      if (liveOffset === undefined) setFailed(attempt)
      else again ??= setTimeout(() => setAttempt(attempt + 1), liveRetryTime)
    }
    const ways = {
      renew: () => latest.current(),
      onFailed: fail,
      onFigures: (figures: LiveFigures) => told.current.onFigures?.(figures),
      ...(liveOffset !== undefined && { liveOffset }),
    }
    import('./playback')
      .then(({ play }) => play(video, src, ways))
      .then((stopped) => {
        stop = stopped
        if (isGone) return stop()
        // A browser that refuses shows its own button.
        if (startsMuted) void video.play().catch(() => {})
      }, fail)
    const timer = setInterval(() => void latest.current().catch(() => {}), renewalTime)
    return () => {
      isGone = true
      clearInterval(timer)
      clearTimeout(again)
      stop()
    }
  }, [src, attempt, liveOffset, startsMuted])

  useEffect(() => {
    const video = element.current
    if (!video || remember === undefined) return
    let kept = 0
    const resume = () => {
      const seconds = keptPosition(remember)
      if (seconds > 0 && seconds < video.duration) video.currentTime = seconds
    }
    const note = () => {
      if (Math.abs(video.currentTime - kept) < 5 && !video.paused) return
      kept = video.currentTime
      keepPosition(remember, kept, video.duration)
    }
    video.addEventListener('loadedmetadata', resume, { once: true })
    for (const event of ['timeupdate', 'pause']) video.addEventListener(event, note)
    return () => {
      video.removeEventListener('loadedmetadata', resume)
      for (const event of ['timeupdate', 'pause']) video.removeEventListener(event, note)
    }
  }, [remember])

  const press = (event: KeyboardEvent) => {
    const act = keys[event.key]
    const video = element.current
    if (!act || !video || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    void act(video)
  }
  return (
    <chakra.div display="grid" gap={2}>
      <Frame>
        <chakra.video
          ref={element}
          controls
          playsInline
          preload="metadata"
          aria-label={title}
          onKeyDown={press}
          onTimeUpdate={({ currentTarget }) => told.current.onTime?.(currentTarget.currentTime)}
          {...(startsMuted && { muted: true, autoPlay: true })}
          {...(poster && { poster })}
        />
        {failed === attempt && (
          <chakra.div
            role="alert"
            position="absolute"
            inset="0"
            display="grid"
            alignContent="center"
            justifyItems="center"
            gap={3}
            p={4}
            bg="color-mix(in srgb, var(--ui-colors-surface) 90%, transparent)"
            textAlign="center"
            fontSize="sm"
          >
            {words.playbackFailed}
            <Button size="s" onClick={() => void latest.current().finally(() => setAttempt(attempt + 1))}>
              {words.retry}
            </Button>
          </chakra.div>
        )}
      </Frame>
      {live?.starts && <LiveControls video={element} offset={live.offset} labels={live.starts} />}
      {!live && (
        <chakra.div display="flex" alignItems="center" justifyContent="flex-end" gap={2} fontSize="sm" color="muted">
          <label htmlFor={speedId}>{words.playbackSpeed}</label>
          <Speed
            id={speedId}
            w="88px"
            h="32px"
            px={2}
            fontSize="sm"
            defaultValue="1"
            onChange={(event) => {
              if (element.current) element.current.playbackRate = Number(event.currentTarget.value)
            }}
          >
            {speeds.map((speed) => (
              <option key={speed} value={speed}>
                {speed}×
              </option>
            ))}
          </Speed>
        </chakra.div>
      )}
    </chakra.div>
  )
}

type LiveControlsProps = { video: RefObject<HTMLVideoElement | null>; offset: number; labels: LiveLabels }

/** Sound, and the way to the newest pictures for whoever has stopped or fallen behind. */
const LiveControls = ({ video, offset, labels }: LiveControlsProps) => {
  const [isMuted, setMuted] = useState(true)
  const [isBehind, setBehind] = useState(false)
  useEffect(() => {
    const element = video.current
    if (!element) return
    const look = () => {
      const { seekable } = element
      const newest = seekable.length > 0 ? seekable.end(seekable.length - 1) : 0
      setMuted(element.muted)
      setBehind(newest - element.currentTime > offset + 5)
    }
    for (const event of heard) element.addEventListener(event, look)
    return () => {
      for (const event of heard) element.removeEventListener(event, look)
    }
  }, [video, offset])
  const toNewest = () => {
    const element = video.current
    if (!element || element.seekable.length === 0) return
    element.currentTime = Math.max(0, element.seekable.end(element.seekable.length - 1) - offset)
    void element.play().catch(() => {})
  }
  return (
    <chakra.div display="flex" flexWrap="wrap" gap={2}>
      {isMuted && (
        <Button
          size="s"
          onClick={() => {
            if (video.current) video.current.muted = false
          }}
        >
          {labels.soundOn}
        </Button>
      )}
      {isBehind && (
        <Button size="s" onClick={toNewest}>
          {labels.toNewest}
        </Button>
      )}
    </chakra.div>
  )
}
const heard = ['timeupdate', 'pause', 'progress', 'volumechange'] as const
