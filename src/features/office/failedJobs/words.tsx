import dynamic from 'next/dynamic'
import { byLocale, defineWords } from '#client/words.tsx'
import type { FailedJobWordsText } from './words.ja'

const { provide, waiting, use } = defineWords<FailedJobWordsText>()
const ja = dynamic(() => import('./words.ja').then((m) => provide(m.default)), { loading: waiting })
const en = dynamic(() => import('./words.en').then((m) => provide(m.default)), { loading: waiting })

export const useFailedJobWords = use
export const FailedJobWords = byLocale({ ja, en })
