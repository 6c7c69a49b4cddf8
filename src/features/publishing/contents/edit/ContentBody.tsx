import { chakra } from '@chakra-ui/react'
import dynamic from 'next/dynamic'
import { type ComponentType, useMemo, useRef } from 'react'
import { Controller } from 'react-hook-form'
import { sourcesIn } from '#kit/richText.ts'
import { Card, Notice } from '#ui/Card.tsx'
import { RichText } from '#ui/editor/RichText.tsx'
import type { ZodForm } from '#ui/form/state/useZodForm.ts'
import { StreamingWords } from '../../streamings/contents/words'
import type { ContentType } from '../content'
import type { AdminPlanContent } from '../contract'
import { ClipField } from '../video/ClipField'
import { VideoEditor } from '../video/VideoEditor'
import { VideoWords } from '../video/words'
import { useContentWords } from '../words'
import { useEditorWorld } from './useEditorWorld'
import type { ContentValues } from './values'

/** Loaded only for streamings. */
const LiveDesk = dynamic(() => import('../../streamings/contents/LiveDesk').then((m) => m.LiveDesk), { ssr: false })
const StreamingTimes = dynamic(() => import('../../streamings/contents/StreamingTimes').then((m) => m.StreamingTimes), {
  ssr: false,
})

type BodyProps = {
  form: ZodForm<ContentValues>
  ids: { tenantId: string; brandId: string }
  content: AdminPlanContent
  onUpload: (busy: boolean) => void
  /** Reloads the content. */
  reload: () => void
}

/** The text field that all types have. */
const TextBody = ({ form, ids, content, onUpload }: BodyProps) => {
  const words = useContentWords()
  const world = useEditorWorld(ids)
  const { text } = content.details
  const sources = useMemo(() => sourcesIn(text), [text])
  return (
    <Controller
      name="text"
      control={form.control}
      render={({ field, fieldState }) => (
        <RichText
          {...world}
          label={words.form.body}
          value={field.value}
          onChange={field.onChange}
          sources={sources}
          onBusy={onUpload}
          error={fieldState.error?.message}
        />
      )}
    />
  )
}

const VideoBody = (props: BodyProps) => {
  const { form, ids, content, reload } = props
  const words = useContentWords()
  const { details } = content
  const { errors } = form.formState
  const problem = errors.mediaId?.message
  const playedTo = useRef(0)
  return (
    <>
      <Card>
        {problem && <Notice tone="bad">{problem}</Notice>}
        <VideoWords>
          <VideoEditor
            ids={ids}
            planContentId={content.planContentId}
            name={form.watch('name') || words.unnamed}
            mediaId={form.watch('mediaId')}
            storedMediaId={details.type === 'video' ? details.mediaId : null}
            videoUrl={details.type === 'video' && details.mediaId === form.watch('mediaId') ? details.videoUrl : ''}
            thumbnail={form.watch('thumbnail')}
            onMedia={(mediaId) => {
              form.setValue('mediaId', mediaId, { shouldDirty: true, shouldValidate: true })
            }}
            onThumbnail={(url) => form.setValue('thumbnail', url, { shouldDirty: true })}
            onTime={(seconds) => {
              playedTo.current = seconds
            }}
            reload={async () => reload()}
          />
          {details.type === 'video' && form.watch('viewableBy') === 'paidUsers' && form.watch('mediaId') !== null && (
            <chakra.div borderTopWidth="1px" borderColor="border" mt={5} pt={5}>
              <ClipField
                fromMs={form.watch('clipFromMs')}
                onChange={(ms) => form.setValue('clipFromMs', ms, { shouldDirty: true, shouldValidate: true })}
                playedTo={() => playedTo.current}
                stored={details}
                error={errors.clipFromMs?.message}
                reload={reload}
              />
            </chakra.div>
          )}
        </VideoWords>
      </Card>
      <TextBody {...props} />
    </>
  )
}

const StreamingBody = (props: BodyProps) => {
  const { form, ids, content } = props
  const words = useContentWords()
  const { details } = content
  const streamingId = details.type === 'streaming' ? details.streamingId : null
  return (
    <StreamingWords>
      {streamingId !== null && (
        <LiveDesk ids={ids} streamingId={streamingId} name={form.watch('name') || words.unnamed} />
      )}
      <StreamingTimes form={form} />
      <TextBody {...props} />
    </StreamingWords>
  )
}

/** The part of the form that depends on the type. */
const bodies: Record<ContentType, ComponentType<BodyProps>> = {
  news: TextBody,
  video: VideoBody,
  streaming: StreamingBody,
}

export const ContentBody = (props: BodyProps) => {
  const Body = bodies[props.content.type]
  return <Body {...props} />
}
