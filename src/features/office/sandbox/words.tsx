import dynamic from 'next/dynamic'
import { byLocale, defineWords } from '#client/words.tsx'
import type { SandboxWordsText } from './words.ja'

const { provide, waiting, use } = defineWords<SandboxWordsText>()
const ja = dynamic(() => import('./words.ja').then((m) => provide(m.default)), { loading: waiting })
const en = dynamic(() => import('./words.en').then((m) => provide(m.default)), { loading: waiting })

export const useSandboxWords = use
export const SandboxWords = byLocale({ ja, en })
