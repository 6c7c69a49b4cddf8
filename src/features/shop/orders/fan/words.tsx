import dynamic from 'next/dynamic'
import { byLocale, defineWords } from '#client/words.tsx'
import type { FanOrderWordsText } from './words.ja'

const { provide, waiting, use } = defineWords<FanOrderWordsText>()
const ja = dynamic(() => import('./words.ja').then((m) => provide(m.default)), { loading: waiting })
const en = dynamic(() => import('./words.en').then((m) => provide(m.default)), { loading: waiting })

export const useFanOrderWords = use
export const FanOrderWords = byLocale({ ja, en })
