import dynamic from 'next/dynamic'
import { byLocale, defineWords } from '#client/words.tsx'
import type { WayOnWordsText } from './wayOnWords.ja'

const { provide, waiting, use } = defineWords<WayOnWordsText>()
const ja = dynamic(() => import('./wayOnWords.ja').then((m) => provide(m.default)), { loading: waiting })
const en = dynamic(() => import('./wayOnWords.en').then((m) => provide(m.default)), { loading: waiting })

export const useWayOnWords = use
export const WayOnWords = byLocale({ ja, en })
