import dynamic from 'next/dynamic'
import { byLocale, defineWords } from '#client/words.tsx'
import type { MonthWordsText } from './words.ja'

const { provide, waiting, use } = defineWords<MonthWordsText>()
const ja = dynamic(() => import('./words.ja').then((m) => provide(m.default)), { loading: waiting })
const en = dynamic(() => import('./words.en').then((m) => provide(m.default)), { loading: waiting })

export const useMonthWords = use
export const MonthWords = byLocale({ ja, en })
