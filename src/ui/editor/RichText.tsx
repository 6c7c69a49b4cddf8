import { chakra } from '@chakra-ui/react'
import dynamic from 'next/dynamic'
import { loadAhead } from '#kit/ahead.ts'
import { SkeletonText } from '../faces/Skeleton'
import type { EditorProps } from './Editor'

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

// Loaded on demand: about 200 KB that only writers need.
const Editor = dynamic(() => import('./Editor').then((m) => m.Editor), {
  ssr: false,
  loading: ({ error }) => {
    if (error) throw error
    return (
      <chakra.div p={8} minH="480px">
        <SkeletonText lines={6} />
      </chakra.div>
    )
  },
})
loadAhead(Editor)

/** Editor for a long text with headings, lists, pictures, files and frames. Used inside EditorWords. */
export const RichText = (props: EditorProps) => (
  <Surface>
    <Editor {...props} />
  </Surface>
)
