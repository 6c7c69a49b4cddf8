import dynamic from 'next/dynamic'
import { byLocale, defineWords } from '#client/words.tsx'
import type { WaitingMoneyWordsText } from './words.ja'

const { provide, waiting, use } = defineWords<WaitingMoneyWordsText>()
const ja = dynamic(() => import('./words.ja').then((m) => provide(m.default)), { loading: waiting })
const en = dynamic(() => import('./words.en').then((m) => provide(m.default)), { loading: waiting })

export const useWaitingMoneyWords = use
export const WaitingMoneyWords = byLocale({ ja, en })
