import dynamic from 'next/dynamic'
import { type ComponentType, useMemo } from 'react'
import { Controller } from 'react-hook-form'
import { sourcesIn } from '#kit/richText.ts'
import { RichText } from '#ui/editor/RichText.tsx'
import { StreamingWords } from '../../streamings/contents/words'
import type { ContentType } from '../content'
import { useContentWords } from '../words'
import { useEditorWorld } from './useEditorWorld'
import type { BodyProps } from './VideoPart'

/** Loaded only for videos and streamings. */
const VideoPart = dynamic(() => import('./VideoPart').then((m) => m.VideoPart), { ssr: false })
const StreamingTimes = dynamic(() => import('../../streamings/contents/StreamingTimes').then((m) => m.StreamingTimes), {
  ssr: false,
})

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

const VideoBody = (props: BodyProps) => (
  <>
    <VideoPart {...props} />
    <TextBody {...props} />
  </>
)

const StreamingBody = (props: BodyProps) => (
  <StreamingWords>
    <StreamingTimes form={props.form} />
    <TextBody {...props} />
  </StreamingWords>
)

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
