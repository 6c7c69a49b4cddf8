import dynamic from 'next/dynamic'
import { byLocale, defineWords } from '#client/words.tsx'
import type { PresenceWordsText } from './words.ja'

const { provide, waiting, use } = defineWords<PresenceWordsText>()
const ja = dynamic(() => import('./words.ja').then((m) => provide(m.default)), { loading: waiting })
const en = dynamic(() => import('./words.en').then((m) => provide(m.default)), { loading: waiting })

export const usePresenceWords = use
export const PresenceWords = byLocale({ ja, en })
