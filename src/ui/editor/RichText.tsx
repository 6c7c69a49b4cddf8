import { chakra } from '@chakra-ui/react'
import dynamic from 'next/dynamic'
import { type ReactNode, useRef, useState } from 'react'
import { loadAhead } from '#kit/ahead.ts'
import { withSources } from '#kit/richText.ts'
import { meanwhile } from '../faces/meanwhile'
import { usePainted } from '../usePainted'
import type { EditorProps, PressedAt } from './Editor'
import { ToolPlaces } from './ToolRow'
import { toolbar, toolsOfGroups } from './toolbarStyle'

const Surface = chakra('div', {
  base: {
    bg: 'surface',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'l',
    boxShadow: 'card',
    minW: 0,
    '&:focus-within:has(.ProseMirror-focused)': { borderColor: 'accent' },
  },
})

const Reading = chakra('div', {
  base: {
    minH: '420px',
    px: { base: 4, md: 8 },
    py: { base: 5, md: 7 },
    cursor: 'text',
  },
})

// Loaded on demand: about 200 KB that only writers need.
const Editor = dynamic(() => import('./Editor').then((m) => m.Editor), {
  ssr: false,
  loading: meanwhile(() => null),
})
loadAhead(Editor)

type RichTextProps = Omit<EditorProps, 'pressed' | 'onThere' | 'isAlone'> & {
  /** Shows a document, with addresses, as its readers see it. */
  reading: (document: string) => ReactNode
}

/**
 * Editor for a long text with headings, lists, pictures, files and frames. Used inside EditorWords. The text is read at once, where it will
 * stand; the editor comes in its place after that is painted, with the cursor where it was pressed meanwhile.
 */
export const RichText = ({ reading, ...props }: RichTextProps) => {
  const isPainted = usePainted(true)
  const [isThere, setThere] = useState(false)
  const pressed = useRef<PressedAt | null>(null)
  return (
    <Surface>
      {!isThere && (
        <div aria-busy>
          <ToolPlaces groups={toolsOfGroups} css={toolbar} />
          <Reading
            onPointerUp={({ clientX, clientY }) => {
              pressed.current = { left: clientX, top: clientY }
            }}
          >
            {reading(withSources(props.value, props.sources))}
          </Reading>
        </div>
      )}
      {isPainted && <Editor {...props} pressed={pressed} onThere={() => setThere(true)} isAlone={isThere} />}
    </Surface>
  )
}
