import dynamic from 'next/dynamic'
import { byLocale, defineWords } from '#client/words.tsx'
import type { EventWordsText } from './words.ja'

const { provide, waiting, use } = defineWords<EventWordsText>()
const ja = dynamic(() => import('./words.ja').then((m) => provide(m.default)), { loading: waiting })
const en = dynamic(() => import('./words.en').then((m) => provide(m.default)), { loading: waiting })

export const useEventWords = use
export const EventWords = byLocale({ ja, en })
