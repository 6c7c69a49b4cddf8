import dynamic from 'next/dynamic'
import { byLocale, defineWords } from '#client/words.tsx'
import type { FanPickUpWordsText } from './words.ja'

const { provide, waiting, use } = defineWords<FanPickUpWordsText>()
const ja = dynamic(() => import('./words.ja').then((m) => provide(m.default)), { loading: waiting })
const en = dynamic(() => import('./words.en').then((m) => provide(m.default)), { loading: waiting })

export const useFanPickUpWords = use
export const FanPickUpWords = byLocale({ ja, en })
