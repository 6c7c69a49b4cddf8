import dynamic from 'next/dynamic'
import { byLocale, defineWords } from '#client/words.tsx'
import type { PortalWordsText } from './words.ja'

const { provide, waiting, use } = defineWords<PortalWordsText>()
const ja = dynamic(() => import('./words.ja').then((m) => provide(m.default)), { loading: waiting })
const en = dynamic(() => import('./words.en').then((m) => provide(m.default)), { loading: waiting })

export const usePortalWords = use
export const PortalWords = byLocale({ ja, en })
