import dynamic from 'next/dynamic'
import { byLocale, defineWords } from '#client/words.tsx'
import type { FanEventWordsText } from './words.ja'

const { provide, waiting, use } = defineWords<FanEventWordsText>()
const ja = dynamic(() => import('./words.ja').then((m) => provide(m.default)), { loading: waiting })
const en = dynamic(() => import('./words.en').then((m) => provide(m.default)), { loading: waiting })

export const useFanEventWords = use
export const FanEventWords = byLocale({ ja, en })
