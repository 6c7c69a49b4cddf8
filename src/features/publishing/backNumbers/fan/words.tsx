import dynamic from 'next/dynamic'
import { byLocale, defineWords } from '#client/words.tsx'
import type { FanMonthWordsText } from './words.ja'

const { provide, waiting, use } = defineWords<FanMonthWordsText>()
const ja = dynamic(() => import('./words.ja').then((m) => provide(m.default)), { loading: waiting })
const en = dynamic(() => import('./words.en').then((m) => provide(m.default)), { loading: waiting })

export const useFanMonthWords = use
export const FanMonthWords = byLocale({ ja, en })
