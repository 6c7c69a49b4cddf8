import { useState } from 'react'
import { useWrite } from '#client/useOperation.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { DateTimeField } from '#ui/form/DateTimeField.tsx'
import { Field, Fields } from '#ui/form/Field.tsx'
import { Select } from '#ui/form/TextInput.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { Progress } from '#ui/page/Progress.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { video } from '../../contents/video/contract'
import { type AdminStreaming, streamings } from '../contract'
import { type VodVisibility, vodVisibilities } from '../streaming'
import { useStreamingWords } from './words'

type Props = {
  named: { tenantId: string; brandId: string; streamingId: string }
  streaming: AdminStreaming
  canEdit: boolean
}

/** Settings of the recording, and when viewers can watch it. */
export const ArchiveDesk = ({ named, streaming, canEdit }: Props) => {
  const words = useStreamingWords()
  const attempt = useAttempt(words.refusals)
  const save = useWrite(streamings.setVodAvailability, { refresh: [streamings.getStreaming] })
  const retry = useWrite(video.retryVideoConversion, { refresh: [streamings.getStreaming] })
  const { vod, streamingStatus, recordingOn } = streaming
  const [visibility, setVisibility] = useState<VodVisibility>(vod.visibilityOnReady)
  const [availableAt, setAvailableAt] = useState(vod.availableAt)
  const isOpen = streamingStatus === 'beforeLive' || streamingStatus === 'live'
  const run = () =>
    attempt(async () => {
      await save.mutateAsync({ ...named, visibilityOnReady: visibility, availableAt })
      toast({ tone: 'ok', title: words.archiveSaved })
    })
  const { tenantId, brandId } = named
  const again = () =>
    attempt(async () => {
      if (vod.mediaId !== null) await retry.mutateAsync({ tenantId, brandId, mediaId: vod.mediaId })
    })
  const says = () => {
    if (!recordingOn) return words.archiveOff
    if (vod.state === 'ready') return words.archiveReady
    if (vod.state === 'failed') return words.archiveFailed
    if (isOpen) return words.archiveLater
    return streamingStatus === 'ended' ? words.archiveNone : words.archiveConverting(vod.progress)
  }
  return (
    <Card title={words.archive}>
      <Fields>
        <p>{says()}</p>
        {streamingStatus === 'beforeVOD' && vod.state === 'processing' && (
          <Progress percent={vod.progress} label={words.archiveConverting(vod.progress)} />
        )}
        {canEdit && vod.state === 'failed' && (
          <div>
            <Button onClick={again} busy={retry.isPending}>
              {words.retry}
            </Button>
          </div>
        )}
        {canEdit && recordingOn && streamingStatus !== 'ended' && (
          <>
            <Field label={words.visibility}>
              <Select
                value={visibility}
                onChange={(event) => {
                  const chosen = vodVisibilities.find((one) => one === event.currentTarget.value)
                  if (chosen) setVisibility(chosen)
                }}
                options={vodVisibilities.map((value) => ({ value, label: words.visibilities[value] }))}
              />
            </Field>
            <DateTimeField
              label={words.availableAt}
              hint={words.availableAtHint}
              optional
              value={availableAt}
              onChange={setAvailableAt}
            />
            <div>
              <Button
                onClick={run}
                busy={save.isPending}
                disabled={visibility === vod.visibilityOnReady && availableAt === vod.availableAt}
              >
                {words.saveArchive}
              </Button>
            </div>
          </>
        )}
      </Fields>
    </Card>
  )
}
