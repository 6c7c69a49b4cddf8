import dynamic from 'next/dynamic'
import { byLocale, defineWords } from '#client/words.tsx'
import type { SubscriberWordsText } from './words.ja'

const { provide, waiting, use } = defineWords<SubscriberWordsText>()
const ja = dynamic(() => import('./words.ja').then((m) => provide(m.default)), { loading: waiting })
const en = dynamic(() => import('./words.en').then((m) => provide(m.default)), { loading: waiting })

export const useSubscriberWords = use
export const SubscriberWords = byLocale({ ja, en })
