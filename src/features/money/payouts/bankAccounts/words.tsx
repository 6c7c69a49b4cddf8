import dynamic from 'next/dynamic'
import { byLocale, defineWords } from '#client/words.tsx'
import type { BankWordsText } from './words.ja'

const { provide, waiting, use } = defineWords<BankWordsText>()
const ja = dynamic(() => import('./words.ja').then((m) => provide(m.default)), { loading: waiting })
const en = dynamic(() => import('./words.en').then((m) => provide(m.default)), { loading: waiting })

export const useBankWords = use
export const BankWords = byLocale({ ja, en })
