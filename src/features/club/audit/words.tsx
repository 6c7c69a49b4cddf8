import dynamic from 'next/dynamic'
import { byLocale, defineWords } from '#client/words.tsx'
import type { AuditWordsText } from './words.ja'

const { provide, waiting, use } = defineWords<AuditWordsText>()
const ja = dynamic(() => import('./words.ja').then((m) => provide(m.default)), { loading: waiting })
const en = dynamic(() => import('./words.en').then((m) => provide(m.default)), { loading: waiting })

export const useAuditWords = use
export const AuditWords = byLocale({ ja, en })
