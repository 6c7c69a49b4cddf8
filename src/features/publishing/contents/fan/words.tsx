import dynamic from 'next/dynamic'
import { byLocale, defineWords } from '#client/words.tsx'
import type { FanContentWordsText } from './words.ja'

const { provide, waiting, use } = defineWords<FanContentWordsText>()
const ja = dynamic(() => import('./words.ja').then((m) => provide(m.default)), { loading: waiting })
const en = dynamic(() => import('./words.en').then((m) => provide(m.default)), { loading: waiting })

export const useFanContentWords = use
export const FanContentWords = byLocale({ ja, en })
