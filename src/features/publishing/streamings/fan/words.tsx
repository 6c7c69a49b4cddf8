import dynamic from 'next/dynamic'
import { byLocale, defineWords } from '#client/words.tsx'
import type { FanStreamingWordsText } from './words.ja'

const { provide, waiting, use } = defineWords<FanStreamingWordsText>()
const ja = dynamic(() => import('./words.ja').then((m) => provide(m.default)), { loading: waiting })
const en = dynamic(() => import('./words.en').then((m) => provide(m.default)), { loading: waiting })

export const useFanStreamingWords = use
export const FanStreamingWords = byLocale({ ja, en })
