import dynamic from 'next/dynamic'
import { byLocale, defineWords } from '#client/words.tsx'
import type { SalesWordsText } from './words.ja'

const { provide, waiting, use } = defineWords<SalesWordsText>()
const ja = dynamic(() => import('./words.ja').then((m) => provide(m.default)), { loading: waiting })
const en = dynamic(() => import('./words.en').then((m) => provide(m.default)), { loading: waiting })

export const useSalesWords = use
export const SalesWords = byLocale({ ja, en })
