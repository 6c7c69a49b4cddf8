import dynamic from 'next/dynamic'
import { byLocale, defineWords } from '#client/words.tsx'
import type { ExplainWordsText } from './words.ja'

const { provide, waiting, use } = defineWords<ExplainWordsText>()
const ja = dynamic(() => import('./words.ja').then((m) => provide(m.default)), { loading: waiting })
const en = dynamic(() => import('./words.en').then((m) => provide(m.default)), { loading: waiting })

export const useExplainWords = use
export const ExplainWords = byLocale({ ja, en })
