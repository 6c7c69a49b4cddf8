import dynamic from 'next/dynamic'
import { byLocale, defineWords } from '#client/words.tsx'
import type { ApplicationWordsText } from './words.ja'

const { provide, waiting, use } = defineWords<ApplicationWordsText>()
const ja = dynamic(() => import('./words.ja').then((m) => provide(m.default)), { loading: waiting })
const en = dynamic(() => import('./words.en').then((m) => provide(m.default)), { loading: waiting })

export const useApplicationWords = use
export const ApplicationWords = byLocale({ ja, en })
