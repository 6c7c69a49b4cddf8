import { type ComponentType, useMemo } from 'react'
import { Controller } from 'react-hook-form'
import { sourcesIn } from '../../../kit/richText'
import { Notice } from '../../../ui/Card'
import { RichText } from '../../../ui/editor/RichText'
import type { ZodForm } from '../../../ui/form/state/useZodForm'
import type { ContentType } from '../content'
import type { AdminPlanContent } from '../contract'
import { useContentWords } from '../words'
import { useEditorWorld } from './useEditorWorld'
import type { ContentValues } from './values'

type BodyProps = {
  form: ZodForm<ContentValues>
  ids: { tenantId: string; brandId: string }
  content: AdminPlanContent
  onUpload: (busy: boolean) => void
}

/** The text that every type has. */
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
  const words = useContentWords()
  const { details } = props.content
  const isMissing = details.type === 'video' && details.mediaId === null
  return (
    <>
      <Notice tone="plain">{isMissing ? words.form.videoMissing : words.form.videoSoon}</Notice>
      <TextBody {...props} />
    </>
  )
}

/** What is written beside the common fields, by type. */
const bodies: Record<ContentType, ComponentType<BodyProps>> = {
  news: TextBody,
  video: VideoBody,
  streaming: TextBody,
}

export const ContentBody = (props: BodyProps) => {
  const Body = bodies[props.content.type]
  return <Body {...props} />
}
