import dynamic from 'next/dynamic'
import { byLocale, defineWords } from '#client/words.tsx'
import type { FanHomeWordsText } from './words.ja'

const { provide, waiting, use } = defineWords<FanHomeWordsText>()
const ja = dynamic(() => import('./words.ja').then((m) => provide(m.default)), { loading: waiting })
const en = dynamic(() => import('./words.en').then((m) => provide(m.default)), { loading: waiting })

export const useFanHomeWords = use
export const FanHomeWords = byLocale({ ja, en })
