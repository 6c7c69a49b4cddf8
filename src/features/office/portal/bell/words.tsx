import dynamic from 'next/dynamic'
import { byLocale, defineWords } from '#client/words.tsx'
import type { BellWordsText } from './words.ja'

const { provide, waiting, use } = defineWords<BellWordsText>()
const ja = dynamic(() => import('./words.ja').then((m) => provide(m.default)), { loading: waiting })
const en = dynamic(() => import('./words.en').then((m) => provide(m.default)), { loading: waiting })

export const useBellWords = use
export const BellWords = byLocale({ ja, en })
