import { chakra } from '@chakra-ui/react'
import dynamic from 'next/dynamic'
import { useEffect, useRef, useState } from 'react'
import { call } from '#client/call.ts'
import { token } from '#client/identity.ts'
import { routes } from '#client/routes.ts'
import { useRead, useWrite } from '#client/useOperation.ts'
import { Badge, type Tone } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { Card, Facts, Notice } from '#ui/Card.tsx'
import { FailedState } from '#ui/faces/FailedState.tsx'
import { Bone } from '#ui/faces/Skeleton.tsx'
import { Switch } from '#ui/form/Switch.tsx'
import { Link } from '#ui/Link.tsx'
import { ConfirmDialog } from '#ui/overlay/ConfirmDialog.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { CopyText } from '#ui/text/CopyText.tsx'
import { DateText } from '#ui/text/DateText.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import type { SignalFigures } from '../chat/Signal'
import { ChatWords } from '../chat/words'
import { type AdminStreaming, streamings } from '../contract'
import type { StreamingStatus } from '../streaming'
import { ArchiveDesk } from './ArchiveDesk'
import { NoticeDesk } from './NoticeDesk'
import { useStreamingWords } from './words'

const ChatDesk = dynamic(() => import('../chat/ChatDesk').then((m) => m.ChatDesk), { ssr: false })
const SignalTest = dynamic(() => import('../chat/Signal').then((m) => m.SignalTest), { ssr: false })
const VideoPlayer = dynamic(() => import('#ui/video/VideoPlayer.tsx').then((m) => m.VideoPlayer), { ssr: false })

/** Polling interval of the state and the signal, in milliseconds. */
const pollTime = 3000

const tones: Record<StreamingStatus, Tone> = {
  beforeLive: 'plain',
  live: 'bad',
  beforeVOD: 'info',
  vod: 'ok',
  ended: 'plain',
}

type Ids = { tenantId: string; brandId: string }
type DeskProps = { ids: Ids; streamingId: string; name: string }

/** Controls for the day of the streaming: signal, start, end, archive, notices. Must be inside `StreamingWords`. */
export const LiveDesk = ({ ids, streamingId, name }: DeskProps) => {
  const words = useStreamingWords()
  const named = { ...ids, streamingId }
  const read = useRead(streamings.getStreaming, named)
  const [signal, setSignal] = useFigures()
  const reload = useRef(read.reload)
  reload.current = read.reload
  useEffect(() => {
    const timer = setInterval(() => document.hidden || reload.current(), pollTime)
    return () => clearInterval(timer)
  }, [])
  if (read.failed) return <FailedState {...read.failed} />
  if (!read.data) {
    return (
      <chakra.div role="status" aria-label={words.desk}>
        <Bone w="100%" h="240px" />
      </chakra.div>
    )
  }
  const { streaming, monitorUrl, canEdit } = read.data
  const isBefore = streaming.streamingStatus === 'beforeLive'
  const isLive = streaming.streamingStatus === 'live'
  // Called only for the cookies that the response sets.
  const renew = () => call<typeof streamings.getStreaming>(streamings.getStreaming, named, { token })
  // By their keys they stay what they are where they change places: what is being written is not lost when the live begins.
  const notices = canEdit && <NoticeDesk key="notices" named={named} streaming={streaming} />
  const archive = <ArchiveDesk key="archive" named={named} streaming={streaming} canEdit={canEdit} />
  const hasSignal = streaming.health === 'ok'
  const { ingest } = streaming
  const isIngestOff = ingest?.url === ''
  const keys =
    ingest && (isIngestOff ? <Notice tone="warn">{words.ingestOff}</Notice> : <Keys {...{ named, ingest }} />)
  const recommended = <Facts wide items={Object.values(words.obsFacts).map(([label, value]) => ({ label, value }))} />
  const head = (
    <Head>
      <State streaming={streaming} />
      {canEdit && <Moves named={named} streaming={streaming} />}
    </Head>
  )
  return (
    <chakra.div minW="0">
      {/* Desk and chat are longer than the screen: the end of the live stays in reach beside them. */}
      {isLive && (
        <Pinned role="group" aria-label={words.desk}>
          {head}
        </Pinned>
      )}
      <chakra.div display="grid" gap={5}>
        <Card title={words.desk}>
          <chakra.div display="grid" gap={5}>
            {!isLive && head}
            {isLive && streaming.health === 'noSignal' && (
              <Notice tone="bad" role="status">
                {words.signalLost}
              </Notice>
            )}
            {(isBefore || isLive) && streaming.hasSecondEncoder && (
              <Notice tone="warn" role="status">
                {words.secondEncoder}
              </Notice>
            )}
            {/* Until a picture comes, a program is connected; then the picture is looked at. */}
            {isBefore && !hasSignal && keys}
            {monitorUrl !== '' && (
              <chakra.section aria-label={words.monitor} display="grid" gap={2}>
                <VideoPlayer
                  key={monitorUrl}
                  src={monitorUrl}
                  title={name}
                  renew={renew}
                  // By itself: what is not played is not loaded, and of that nothing can be measured.
                  {...(streaming.streamingStatus !== 'vod' && {
                    live: { offset: 6, starts: words, onFigures: setSignal },
                  })}
                />
                {isBefore && (
                  <>
                    <chakra.p fontSize="sm" color="muted">
                      {words.monitorText}
                    </chakra.p>
                    <SignalTest signal={hasSignal ? signal : null} />
                  </>
                )}
              </chakra.section>
            )}
            {isBefore && hasSignal && keys}
            <Facts wide items={factsOf(streaming, words, ids)} />
            {canEdit && isBefore && <AutoStart named={named} streaming={streaming} />}
          </chakra.div>
        </Card>
        {!isBefore && (
          <ChatWords>
            <ChatDesk
              named={named}
              isLive={isLive}
              signal={isLive && hasSignal ? signal : null}
              planContentId={streaming.planContents[0]?.planContentId ?? null}
            />
          </ChatWords>
        )}
        {isBefore && ingest && !isIngestOff && (
          <Card title={words.obs} lead={words.obsText}>
            {recommended}
          </Card>
        )}
        {/* Whoever is on air has sent already, and writes to who watches. */}
        {isLive
          ? [
              notices,
              ingest && (
                <Card key="ingest" title={words.ingest}>
                  <chakra.div display="grid" gap={5}>
                    {keys}
                    {!isIngestOff && recommended}
                  </chakra.div>
                </Card>
              ),
              archive,
            ]
          : [archive, notices]}
      </chakra.div>
    </chakra.div>
  )
}

const Head = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 2 },
})
const Pinned = chakra('div', {
  base: {
    position: 'sticky',
    // Below the bar of the portal.
    top: '56px',
    zIndex: 5,
    mb: 3,
    py: 2,
    bg: 'canvas',
  },
})

/** Milliseconds after which a figure says nothing of now any more; with rare keyframes pieces come as rarely. */
const lasts = ({ keyframeSeconds }: SignalFigures) => Math.max(10_000, keyframeSeconds * 2500)

/** What was measured last; null once that is too old. */
const useFigures = () => {
  const [figures, setFigures] = useState<SignalFigures | null>(null)
  useEffect(() => {
    if (figures === null) return
    const timer = setTimeout(() => setFigures(null), lasts(figures))
    return () => clearTimeout(timer)
  }, [figures])
  return [figures, setFigures] as const
}

const State = ({ streaming: { streamingStatus, health } }: { streaming: AdminStreaming }) => {
  const words = useStreamingWords()
  const isOpen = streamingStatus === 'beforeLive' || streamingStatus === 'live'
  return (
    <chakra.span display="inline-flex" flexWrap="wrap" gap={1.5}>
      <Badge tone={tones[streamingStatus]}>{words.status[streamingStatus]}</Badge>
      {isOpen && (
        <Badge tone={health === 'ok' ? 'ok' : 'warn'}>{health === 'ok' ? words.signalOk : words.noSignal}</Badge>
      )}
    </chakra.span>
  )
}

const factsOf = (streaming: AdminStreaming, words: ReturnType<typeof useStreamingWords>, ids: Ids) => [
  {
    label: words.ofEvent,
    value: <EventLink ids={ids} streaming={streaming} />,
  },
  { label: words.startsAt, value: <DateText at={streaming.startAt} hour /> },
  ...(streaming.startedAt === null
    ? []
    : [{ label: words.startedAt, value: <DateText at={streaming.startedAt} hour /> }]),
  ...(streaming.endedAt === null ? [] : [{ label: words.endedAt, value: <DateText at={streaming.endedAt} hour /> }]),
  ...(streaming.streamingStatus === 'live'
    ? [{ label: words.viewers, value: words.viewersOf(streaming.viewers, streaming.viewersPeak) }]
    : streaming.viewersPeak > 0
      ? [{ label: words.viewersPeak, value: words.people(streaming.viewersPeak) }]
      : []),
  {
    label: words.expires,
    value: streaming.expiredAt === null ? words.indefinite : <DateText at={streaming.expiredAt} hour />,
  },
]

const EventLink = ({ ids, streaming: { eventId, eventTitle } }: { ids: Ids; streaming: AdminStreaming }) => (
  <Link href={routes.event({ ...ids, eventId })}>{eventTitle}</Link>
)

type StreamingIds = Ids & { streamingId: string }

const AutoStart = ({ named, streaming }: { named: StreamingIds; streaming: AdminStreaming }) => {
  const words = useStreamingWords()
  const attempt = useAttempt(words.refusals)
  const write = useWrite(streamings.setAutoStart, { refresh: [streamings.getStreaming] })
  return (
    <Switch
      label={words.autoStart}
      hint={words.autoStartHint}
      checked={write.isPending ? write.variables.autoStart : streaming.autoStart}
      disabled={write.isPending}
      onChange={(event) => {
        const autoStart = event.currentTarget.checked
        void attempt(async () => {
          await write.mutateAsync({ ...named, autoStart })
          toast({ tone: 'ok', title: autoStart ? words.autoStartOn : words.autoStartOff })
        })
      }}
    />
  )
}

const Moves = ({ named, streaming }: { named: StreamingIds; streaming: AdminStreaming }) => {
  const words = useStreamingWords()
  const attempt = useAttempt(words.refusals)
  const refresh = { refresh: [streamings.getStreaming] }
  const start = useWrite(streamings.startLive, refresh)
  const end = useWrite(streamings.endLive, refresh)
  const [asked, setAsked] = useState<'start' | 'end' | null>(null)
  const { streamingStatus, health } = streaming
  const run = async (work: () => Promise<unknown>, done: string) => {
    await attempt(async () => {
      await work()
      toast({ tone: 'ok', title: done })
    })
    setAsked(null)
  }
  return (
    <>
      {streamingStatus === 'beforeLive' && (
        <Button look="primary" onClick={() => setAsked('start')}>
          {words.start}
        </Button>
      )}
      {streamingStatus === 'live' && (
        <Button look="danger" onClick={() => setAsked('end')}>
          {words.end}
        </Button>
      )}
      <ConfirmDialog
        open={asked === 'start'}
        onClose={() => setAsked(null)}
        onConfirm={() => run(() => start.mutateAsync(named), words.started)}
        title={words.startTitle}
        confirm={words.start}
        tone="primary"
      >
        <p>{words.startText}</p>
        {health === 'noSignal' && <p>{words.startWithoutSignal}</p>}
      </ConfirmDialog>
      <ConfirmDialog
        open={asked === 'end'}
        onClose={() => setAsked(null)}
        onConfirm={() => run(() => end.mutateAsync(named), words.ended)}
        title={words.endTitle}
        confirm={words.end}
      >
        {words.endText}
      </ConfirmDialog>
    </>
  )
}

type KeysProps = { named: StreamingIds; ingest: NonNullable<AdminStreaming['ingest']> }

/** What a program is connected with. */
const Keys = ({ named, ingest: { url, key } }: KeysProps) => {
  const words = useStreamingWords()
  const attempt = useAttempt(words.refusals)
  const rotate = useWrite(streamings.rotateStreamKey, { refresh: [streamings.getStreaming] })
  const [isShown, setShown] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const run = async () => {
    await attempt(async () => {
      await rotate.mutateAsync(named)
      toast({ tone: 'ok', title: words.rotated })
    })
    setAsked(false)
  }
  return (
    <chakra.div role="group" aria-label={words.ingest} display="grid" gap={3}>
      <chakra.p fontSize="sm" color="muted">
        {words.ingestText}
      </chakra.p>
      <Facts
        wide
        items={[
          { label: words.server, value: <CopyText text={url} label={words.server} /> },
          {
            label: words.key,
            value: <CopyText text={key} label={words.key} {...(!isShown && { shown: '••••••••••••' })} />,
          },
        ]}
      />
      <chakra.div display="flex" flexWrap="wrap" gap={2}>
        <Button size="s" onClick={() => setShown(!isShown)}>
          {isShown ? words.hideKey : words.showKey}
        </Button>
        <Button size="s" look="dangerQuiet" onClick={() => setAsked(true)}>
          {words.rotate}
        </Button>
      </chakra.div>
      <ConfirmDialog
        open={isAsked}
        onClose={() => setAsked(false)}
        onConfirm={run}
        title={words.rotateTitle}
        confirm={words.rotate}
      >
        {words.rotateText}
      </ConfirmDialog>
    </chakra.div>
  )
}
