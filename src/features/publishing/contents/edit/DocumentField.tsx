import { useMemo } from 'react'
import { sourcesIn } from '#kit/richText.ts'
import { RichText } from '#ui/editor/RichText.tsx'
import { EditorWords } from '#ui/editor/words.tsx'
import { Bone } from '#ui/faces/Skeleton.tsx'
import { UntilWords } from '#ui/faces/UntilWords.tsx'
import { ContentView } from '../fan/ContentView'
import { ContentWords } from '../words'
import { useEditorWorld } from './useEditorWorld'

type Props = {
  ids: { tenantId: string; brandId: string }
  label: string
  value: string
  /** The last read document, with signed URLs. */
  read: string
  onChange: (text: string) => void
  onBusy: (busy: boolean) => void
  error: string | undefined
}

/** The document editor for other features; loaded with its texts when a page needs it. */
export const DocumentField = (props: Props) => (
  <UntilWords fallback={<Bone w="100%" h="520px" />}>
    <ContentWords>
      <EditorWords>
        <Field {...props} />
      </EditorWords>
    </ContentWords>
  </UntilWords>
)

const Field = ({ ids, read, ...props }: Props) => {
  const world = useEditorWorld(ids)
  const sources = useMemo(() => sourcesIn(read), [read])
  return <RichText {...world} {...props} sources={sources} reading={(document) => <ContentView text={document} />} />
}
