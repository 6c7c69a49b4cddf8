import dynamic from 'next/dynamic'
import { byLocale, defineWords } from '#client/words.tsx'
import type { ContentWordsText } from './words.ja'

const { provide, waiting, use } = defineWords<ContentWordsText>()
const ja = dynamic(() => import('./words.ja').then((m) => provide(m.default)), { loading: waiting })
const en = dynamic(() => import('./words.en').then((m) => provide(m.default)), { loading: waiting })

export const useContentWords = use
export const ContentWords = byLocale({ ja, en })
