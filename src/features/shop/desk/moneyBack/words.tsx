import dynamic from 'next/dynamic'
import { byLocale, defineWords } from '#client/words.tsx'
import type { MoneyBackWordsText } from './words.ja'

const { provide, waiting, use } = defineWords<MoneyBackWordsText>()
const ja = dynamic(() => import('./words.ja').then((m) => provide(m.default)), { loading: waiting })
const en = dynamic(() => import('./words.en').then((m) => provide(m.default)), { loading: waiting })

export const useMoneyBackWords = use
export const MoneyBackWords = byLocale({ ja, en })
