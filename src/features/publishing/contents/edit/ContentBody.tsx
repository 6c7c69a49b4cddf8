import { chakra } from '@chakra-ui/react'
import dynamic from 'next/dynamic'
import { type ComponentType, useMemo, useState } from 'react'
import { Controller } from 'react-hook-form'
import { loadAhead } from '#kit/ahead.ts'
import { sourcesIn } from '#kit/richText.ts'
import { RichText } from '#ui/editor/RichText.tsx'
import { usePortalWords } from '#ui/portalWords.tsx'
import { StreamingWords } from '../../streamings/contents/words'
import type { ContentType } from '../content'
import { ContentView } from '../fan/ContentView'
import { useContentWords } from '../words'
import { useEditorWorld } from './useEditorWorld'
import type { BodyProps } from './VideoPart'

/** Loaded only for videos and streamings. */
const VideoPart = dynamic(() => import('./VideoPart').then((m) => m.VideoPart), { ssr: false })
const StreamingTimes = dynamic(() => import('../../streamings/contents/StreamingTimes').then((m) => m.StreamingTimes), {
  ssr: false,
})
loadAhead(VideoPart, StreamingTimes)

/** The text field that all types have. */
const TextBody = (props: BodyProps) => {
  const words = useContentWords()
  return (
    <>
      <Written {...props} name="text" label={words.form.body} read={props.content.details.text} />
      <EnglishBody {...props} />
    </>
  )
}

type WrittenProps = BodyProps & { name: 'text' | 'english.text'; label: string; read: string }
const Written = ({ form, ids, onUpload, name, label, read }: WrittenProps) => {
  const world = useEditorWorld(ids)
  const sources = useMemo(() => sourcesIn(read), [read])
  return (
    <Controller
      name={name}
      control={form.control}
      render={({ field, fieldState }) => (
        <RichText
          {...world}
          reading={(document) => <ContentView text={document} />}
          label={label}
          value={field.value ?? ''}
          onChange={field.onChange}
          sources={sources}
          onBusy={onUpload}
          error={fieldState.error?.message}
        />
      )}
    />
  )
}

/** The same body in English; its editor comes when somebody wants it, or where there is one. */
const EnglishBody = (props: BodyProps) => {
  const words = useContentWords()
  const ui = usePortalWords()
  const [isOpen, setOpen] = useState(false)
  // What a browser has kept of a form may be of before there was one.
  const isShown = isOpen || Boolean(props.form.watch('english.text'))
  const label = ui.inEnglish(words.form.body)
  return (
    <chakra.details open={isShown} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <chakra.summary cursor="pointer" fontSize="0.875rem" fontWeight="semibold" minH="44px" lineHeight="44px">
        {label}
      </chakra.summary>
      {isShown && <Written {...props} name="english.text" label={label} read={props.content.english.text ?? ''} />}
    </chakra.details>
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
