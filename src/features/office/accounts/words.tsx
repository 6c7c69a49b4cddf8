import dynamic from 'next/dynamic'
import { byLocale, defineWords } from '#client/words.tsx'
import type { AccountWordsText } from './words.ja'

const { provide, waiting, use } = defineWords<AccountWordsText>()
const ja = dynamic(() => import('./words.ja').then((m) => provide(m.default)), { loading: waiting })
const en = dynamic(() => import('./words.en').then((m) => provide(m.default)), { loading: waiting })

export const useAccountWords = use
export const AccountWords = byLocale({ ja, en })
