import dynamic from 'next/dynamic'
import { byLocale, defineWords } from '#client/words.tsx'
import type { StreamingWordsText } from './words.ja'

const { provide, waiting, use } = defineWords<StreamingWordsText>()
const ja = dynamic(() => import('./words.ja').then((m) => provide(m.default)), { loading: waiting })
const en = dynamic(() => import('./words.en').then((m) => provide(m.default)), { loading: waiting })

export const useStreamingWords = use
export const StreamingWords = byLocale({ ja, en })
