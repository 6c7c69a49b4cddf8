import dynamic from 'next/dynamic'
import { byLocale, defineWords } from '#client/words.tsx'
import type { CalledOffWordsText } from './words.ja'

const { provide, waiting, use } = defineWords<CalledOffWordsText>()
const ja = dynamic(() => import('./words.ja').then((m) => provide(m.default)), { loading: waiting })
const en = dynamic(() => import('./words.en').then((m) => provide(m.default)), { loading: waiting })

export const useCalledOffWords = use
export const CalledOffWords = byLocale({ ja, en })
