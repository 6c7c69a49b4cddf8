import dynamic from 'next/dynamic'
import { byLocale, defineWords } from '#client/words.tsx'
import type { SuspensionWordsText } from './words.ja'

const { provide, waiting, use } = defineWords<SuspensionWordsText>()
const ja = dynamic(() => import('./words.ja').then((m) => provide(m.default)), { loading: waiting })
const en = dynamic(() => import('./words.en').then((m) => provide(m.default)), { loading: waiting })

export const useSuspensionWords = use
export const SuspensionWords = byLocale({ ja, en })
