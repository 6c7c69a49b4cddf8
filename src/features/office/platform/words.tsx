import dynamic from 'next/dynamic'
import { byLocale, defineWords } from '#client/words.tsx'
import type { PlatformWordsText } from './words.ja'

const { provide, waiting, use } = defineWords<PlatformWordsText>()
const ja = dynamic(() => import('./words.ja').then((m) => provide(m.default)), { loading: waiting })
const en = dynamic(() => import('./words.en').then((m) => provide(m.default)), { loading: waiting })

export const usePlatformWords = use
export const PlatformWords = byLocale({ ja, en })
