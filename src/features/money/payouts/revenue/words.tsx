import dynamic from 'next/dynamic'
import { byLocale, defineWords } from '#client/words.tsx'
import type { RevenueWordsText } from './words.ja'

const { provide, waiting, use } = defineWords<RevenueWordsText>()
const ja = dynamic(() => import('./words.ja').then((m) => provide(m.default)), { loading: waiting })
const en = dynamic(() => import('./words.en').then((m) => provide(m.default)), { loading: waiting })

export const useRevenueWords = use
export const RevenueWords = byLocale({ ja, en })
