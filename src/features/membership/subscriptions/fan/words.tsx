import dynamic from 'next/dynamic'
import { byLocale, defineWords } from '#client/words.tsx'
import type { FanSubscriptionWordsText } from './words.ja'

const { provide, waiting, use } = defineWords<FanSubscriptionWordsText>()
const ja = dynamic(() => import('./words.ja').then((m) => provide(m.default)), { loading: waiting })
const en = dynamic(() => import('./words.en').then((m) => provide(m.default)), { loading: waiting })

export const useFanSubscriptionWords = use
export const FanSubscriptionWords = byLocale({ ja, en })
