import dynamic from 'next/dynamic'
import { byLocale, defineWords } from '#client/words.tsx'
import type { LockedWordsText } from './lockedWords.ja'

const { provide, waiting, use } = defineWords<LockedWordsText>()
const ja = dynamic(() => import('./lockedWords.ja').then((m) => provide(m.default)), { loading: waiting })
const en = dynamic(() => import('./lockedWords.en').then((m) => provide(m.default)), { loading: waiting })

export const useLockedWords = use
export const LockedWords = byLocale({ ja, en })
