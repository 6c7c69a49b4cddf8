import dynamic from 'next/dynamic'
import { byLocale, defineWords } from '#client/words.tsx'
import type { MailNewsWordsText } from './words.ja'

const { provide, waiting, use } = defineWords<MailNewsWordsText>()
const ja = dynamic(() => import('./words.ja').then((m) => provide(m.default)), { loading: waiting })
const en = dynamic(() => import('./words.en').then((m) => provide(m.default)), { loading: waiting })

export const useMailNewsWords = use
export const MailNewsWords = byLocale({ ja, en })
