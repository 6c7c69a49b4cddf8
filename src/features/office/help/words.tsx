import dynamic from 'next/dynamic'
import { byLocale, defineWords } from '#client/words.tsx'
import type { HelpWordsText } from './words.ja'

const { provide, waiting, use } = defineWords<HelpWordsText>()
const ja = dynamic(() => import('./words.ja').then((m) => provide(m.default)), { loading: waiting })
const en = dynamic(() => import('./words.en').then((m) => provide(m.default)), { loading: waiting })

export const useHelpWords = use
export const HelpWords = byLocale({ ja, en })
