import { chakra } from '@chakra-ui/react'
import { useEffect, useRef, useState } from 'react'
import { routes } from '#client/routes.ts'
import { useRead, useWrite } from '#client/useOperation.ts'
import type { ResultOf } from '#kit/contract.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Card.tsx'
import { FailedState } from '#ui/faces/FailedState.tsx'
import { Bone } from '#ui/faces/Skeleton.tsx'
import { Picture } from '#ui/Picture.tsx'
import { Progress } from '#ui/page/Progress.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { video } from './contract'
import { StaffVideo } from './StaffVideo'
import { lengthText } from './sizes'
import { UploadBox } from './UploadBox'
import { sendVideo, useArrivedVideo, useVideoUpload } from './useVideoUpload'
import { useVideoWords } from './words'

type Ids = { tenantId: string; brandId: string }
/** Polling interval of the conversion, in milliseconds. */
const pollTime = 2000

/** Makes a draft of type video and begins to send its file. Must be inside `VideoWords`. */
export const NewVideo = ({ ids, onCreated }: { ids: Ids; onCreated: (planContentId: string) => unknown }) => {
  const words = useVideoWords()
  const attempt = useAttempt({})
  const create = useWrite(video.createDraftPlanContentVideo)
  const begin = (file: File) =>
    attempt(async () => {
      const { planContentId } = await create.mutateAsync(ids)
      await sendVideo(ids, planContentId, routes.content({ ...ids, contentId: planContentId }), file)
      await onCreated(planContentId)
    })
  return (
    <>
      <UploadBox onFile={begin} disabled={create.isPending} />
      <chakra.p mt={3} fontSize="sm" color="muted">
        {words.meanwhile}
      </chakra.p>
    </>
  )
}

type VideoEditorProps = {
  ids: Ids
  planContentId: string
  /** The content's title, used as the player's label. */
  name: string
  mediaId: string | null
  /** The video that is stored now. */
  storedMediaId: string | null
  /** URL of the last read; empty until the conversion is completed. */
  videoUrl: string
  thumbnail: string
  /** A new file was uploaded; it takes effect when the content is saved. */
  onMedia: (mediaId: string) => unknown
  onThumbnail: (url: string) => void
  /** Seconds that have been played, about four times a second. */
  onTime?: (seconds: number) => void
  /** Reloads the content, which has its `videoUrl` after the conversion. */
  reload: () => unknown
  disabled?: boolean
}

/** The body of a video: file, conversion state and player. Must be inside `VideoWords`. */
export const VideoEditor = (props: VideoEditorProps) => {
  const { ids, planContentId, mediaId, storedMediaId, onMedia, disabled = false } = props
  const words = useVideoWords()
  const [isReplacing, setReplacing] = useState(false)
  const upload = useVideoUpload(ids, planContentId)
  useArrivedVideo(ids, planContentId, {
    upload,
    shown: mediaId,
    stored: storedMediaId,
    onMedia: (sent) => {
      setReplacing(false)
      return onMedia(sent)
    },
  })
  const isOnItsWay = upload !== null && upload.step !== 'sent'
  if (mediaId === null || isReplacing || isOnItsWay) {
    return (
      <chakra.div display="grid" gap={3}>
        <UploadBox
          upload={upload}
          disabled={disabled}
          onFile={(file) => sendVideo(ids, planContentId, routes.content({ ...ids, contentId: planContentId }), file)}
        />
        {isReplacing && !isOnItsWay && (
          <chakra.div>
            <Button size="s" look="quiet" onClick={() => setReplacing(false)}>
              {words.keepCurrent}
            </Button>
          </chakra.div>
        )}
      </chakra.div>
    )
  }
  return (
    <chakra.div display="grid" gap={4}>
      <Sent key={mediaId} {...props} mediaId={mediaId} />
      {!disabled && (
        <chakra.div>
          <Button size="s" onClick={() => setReplacing(true)}>
            {words.replace}
          </Button>
        </chakra.div>
      )}
    </chakra.div>
  )
}

const Waiting = () => (
  <chakra.div role="status" aria-label={useVideoWords().waiting}>
    <Bone w="100%" h="auto" aspectRatio="16 / 9" borderRadius="m" />
  </chakra.div>
)

type Status = ResultOf<typeof video.getPlanContentVideoConversionStatus>

const Sent = (props: VideoEditorProps & { mediaId: string }) => {
  const { ids, mediaId, videoUrl, reload: reloadContent } = props
  const read = useRead(video.getPlanContentVideoConversionStatus, { ...ids, mediaId })
  const { status } = read.data ?? {}
  const latest = useRef({ ask: read.reload, reloadContent })
  latest.current = { ask: read.reload, reloadContent }
  const isGoing = status === 'progressing' || status === 'none'
  useEffect(() => {
    if (!isGoing) return
    const timer = setInterval(() => document.hidden || latest.current.ask(), pollTime)
    return () => clearInterval(timer)
  }, [isGoing])
  const isMissing = status === 'completed' && videoUrl === ''
  useEffect(() => {
    // The content was loaded before the conversion was completed.
    if (isMissing) latest.current.reloadContent()
  }, [isMissing])

  if (read.failed) return <FailedState {...read.failed} />
  if (!read.data) return <Waiting />
  if (read.data.status === 'completed') return <Playable {...props} status={read.data} />
  return <Conversion {...props} status={read.data} reload={read.reload} />
}

const Conversion = ({
  ids,
  mediaId,
  status: { status, progress, reason },
  reload,
  disabled,
}: {
  ids: Ids
  mediaId: string
  status: Status
  reload: () => void
  disabled?: boolean
}) => {
  const words = useVideoWords()
  const attempt = useAttempt({ conversionNotRunning: words.completed, conversionNotStopped: words.waiting })
  const cancel = useWrite(video.cancelVideoConversion)
  const retry = useWrite(video.retryVideoConversion)
  const run = async (work: () => Promise<unknown>) => {
    await attempt(work)
    reload()
  }
  const again = !disabled && (
    <chakra.div mt={3}>
      <Button size="s" busy={retry.isPending} onClick={() => run(() => retry.mutateAsync({ ...ids, mediaId }))}>
        {words.retryConversion}
      </Button>
    </chakra.div>
  )
  if (status === 'error' || status === 'canceled') {
    return (
      <Notice tone={status === 'error' ? 'bad' : 'plain'} role={status === 'error' ? 'alert' : 'status'}>
        <chakra.strong display="block">{status === 'error' ? words.errorTitle : words.canceled}</chakra.strong>
        {status === 'error' ? words.reasons[reason ?? 'failed'] : words.canceledText}
        {again}
      </Notice>
    )
  }
  const says = progress > 0 ? words.converting(progress) : words.waiting
  return (
    <chakra.div display="grid" gap={3}>
      <chakra.div display="flex" alignItems="center" gap={3}>
        <Badge tone="info">{says}</Badge>
      </chakra.div>
      <Progress percent={progress} label={says} />
      <chakra.div fontSize="sm" color="muted">
        {status === 'none' ? words.none : words.convertingText}
      </chakra.div>
      {!disabled && status === 'progressing' && (
        <chakra.div>
          <Button
            size="s"
            look="dangerQuiet"
            busy={cancel.isPending}
            onClick={() => run(() => cancel.mutateAsync({ ...ids, mediaId }))}
          >
            {words.cancelConversion}
          </Button>
        </chakra.div>
      )}
      {!disabled && status === 'none' && again}
    </chakra.div>
  )
}

const Poster = chakra('button', {
  base: {
    position: 'relative',
    p: 0,
    aspectRatio: '16 / 9',
    overflow: 'hidden',
    borderRadius: 's',
    borderWidth: '2px',
    borderColor: 'transparent',
    cursor: 'pointer',
    bg: 'sunken',
    '&[aria-pressed=true]': { borderColor: 'accent' },
    '&:disabled': { cursor: 'default' },
    '& img': { w: '100%', h: '100%', objectFit: 'cover' },
  },
})

const Playable = (props: VideoEditorProps & { status: Status }) => {
  const { ids, planContentId, name, videoUrl, thumbnail, onThumbnail, onTime, disabled, status } = props
  const words = useVideoWords()
  return (
    <chakra.div display="grid" gap={4}>
      {videoUrl === '' ? (
        <Waiting />
      ) : (
        <StaffVideo
          ids={ids}
          planContentId={planContentId}
          title={name || words.video}
          videoUrl={videoUrl}
          thumbnail={thumbnail}
          {...(onTime && { onTime })}
        />
      )}
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap={3} fontSize="sm" color="muted">
        <Badge tone="ok">{words.completed}</Badge>
        {status.durationMs !== null && (
          <span>
            {words.length} {lengthText(status.durationMs)}
          </span>
        )}
        {status.width !== null && (
          <span>
            {status.width} × {status.height}
          </span>
        )}
      </chakra.div>
      {status.posters.length > 0 && !disabled && (
        <chakra.fieldset border="0" p={0} m={0}>
          <chakra.legend fontSize="sm" fontWeight="semibold" mb={2}>
            {words.posters}
          </chakra.legend>
          <chakra.div display="grid" gridTemplateColumns={{ base: 'repeat(3, 1fr)', md: 'repeat(5, 1fr)' }} gap={2}>
            {status.posters.map((poster, n) => (
              <Poster
                key={poster}
                type="button"
                aria-label={words.poster(n + 1)}
                aria-pressed={poster === thumbnail}
                onClick={() => onThumbnail(poster)}
              >
                <Picture src={poster} sizes="180px" alt="" />
              </Poster>
            ))}
          </chakra.div>
        </chakra.fieldset>
      )}
    </chakra.div>
  )
}
