import dynamic from 'next/dynamic'
import { byLocale, defineWords } from '#client/words.tsx'
import type { EditorWordsText } from './words.ja'

const { provide, waiting, use } = defineWords<EditorWordsText>()
const ja = dynamic(() => import('./words.ja').then((m) => provide(m.default)), { loading: waiting })
const en = dynamic(() => import('./words.en').then((m) => provide(m.default)), { loading: waiting })

export const useEditorWords = use
export const EditorWords = byLocale({ ja, en })
