import dynamic from 'next/dynamic'
import { byLocale, defineWords } from '#client/words.tsx'
import type { VersionWordsText } from './words.ja'

const { provide, waiting, use } = defineWords<VersionWordsText>()
const ja = dynamic(() => import('./words.ja').then((m) => provide(m.default)), { loading: waiting })
const en = dynamic(() => import('./words.en').then((m) => provide(m.default)), { loading: waiting })

export const useVersionWords = use
export const VersionWords = byLocale({ ja, en })
