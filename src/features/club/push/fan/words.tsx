import dynamic from 'next/dynamic'
import { byLocale, defineWords } from '#client/words.tsx'
import type { PushWordsText } from './words.ja'

const { provide, waiting, use } = defineWords<PushWordsText>()
const ja = dynamic(() => import('./words.ja').then((m) => provide(m.default)), { loading: waiting })
const en = dynamic(() => import('./words.en').then((m) => provide(m.default)), { loading: waiting })

export const usePushWords = use
export const PushWords = byLocale({ ja, en })
