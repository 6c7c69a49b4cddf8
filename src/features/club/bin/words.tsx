import dynamic from 'next/dynamic'
import { byLocale, defineWords } from '#client/words.tsx'
import type { BinWordsText } from './words.ja'

const { provide, waiting, use } = defineWords<BinWordsText>()
const ja = dynamic(() => import('./words.ja').then((m) => provide(m.default)), { loading: waiting })
const en = dynamic(() => import('./words.en').then((m) => provide(m.default)), { loading: waiting })

export const useBinWords = use
export const BinWords = byLocale({ ja, en })
