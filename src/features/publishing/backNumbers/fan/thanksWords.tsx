import dynamic from 'next/dynamic'
import { byLocale, defineWords } from '#client/words.tsx'
import type { MonthThanksWordsText } from './thanksWords.ja'

const { provide, waiting, use } = defineWords<MonthThanksWordsText>()
const ja = dynamic(() => import('./thanksWords.ja').then((m) => provide(m.default)), { loading: waiting })
const en = dynamic(() => import('./thanksWords.en').then((m) => provide(m.default)), { loading: waiting })

export const useMonthThanksWords = use
export const MonthThanksWords = byLocale({ ja, en })
