import dynamic from 'next/dynamic'
import { byLocale, defineWords } from '#client/words.tsx'
import type { FanContactWordsText } from './words.ja'

const { provide, waiting, use } = defineWords<FanContactWordsText>()
const ja = dynamic(() => import('./words.ja').then((m) => provide(m.default)), { loading: waiting })
const en = dynamic(() => import('./words.en').then((m) => provide(m.default)), { loading: waiting })

export const useFanContactWords = use
export const FanContactWords = byLocale({ ja, en })
