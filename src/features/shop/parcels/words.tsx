import dynamic from 'next/dynamic'
import { byLocale, defineWords } from '#client/words.tsx'
import type { FulfillmentWordsText } from './words.ja'

const { provide, waiting, use } = defineWords<FulfillmentWordsText>()
const ja = dynamic(() => import('./words.ja').then((m) => provide(m.default)), { loading: waiting })
const en = dynamic(() => import('./words.en').then((m) => provide(m.default)), { loading: waiting })

export const useFulfillmentWords = use
export const FulfillmentWords = byLocale({ ja, en })
