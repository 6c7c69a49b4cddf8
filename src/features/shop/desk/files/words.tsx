import dynamic from 'next/dynamic'
import { byLocale, defineWords } from '#client/words.tsx'
import type { OrderFileWordsText } from './words.ja'

const { provide, waiting, use } = defineWords<OrderFileWordsText>()
const ja = dynamic(() => import('./words.ja').then((m) => provide(m.default)), { loading: waiting })
const en = dynamic(() => import('./words.en').then((m) => provide(m.default)), { loading: waiting })

export const useOrderFileWords = use
export const OrderFileWords = byLocale({ ja, en })
