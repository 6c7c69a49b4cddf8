import dynamic from 'next/dynamic'
import { byLocale, defineWords } from '#client/words.tsx'
import type { ContentListWordsText } from './listWords.ja'

const { provide, waiting, use } = defineWords<ContentListWordsText>()
const ja = dynamic(() => import('./listWords.ja').then((m) => provide(m.default)), { loading: waiting })
const en = dynamic(() => import('./listWords.en').then((m) => provide(m.default)), { loading: waiting })

export const useContentListWords = use
export const ContentListWords = byLocale({ ja, en })
