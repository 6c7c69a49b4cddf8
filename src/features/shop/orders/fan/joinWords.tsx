import dynamic from 'next/dynamic'
import { byLocale, defineWords } from '#client/words.tsx'
import type { JoinWordsText } from './joinWords.ja'

const { provide, waiting, use } = defineWords<JoinWordsText>()
const ja = dynamic(() => import('./joinWords.ja').then((m) => provide(m.default)), { loading: waiting })
const en = dynamic(() => import('./joinWords.en').then((m) => provide(m.default)), { loading: waiting })

export const useJoinWords = use
export const JoinWords = byLocale({ ja, en })
