import dynamic from 'next/dynamic'
import { byLocale, defineWords } from '#client/words.tsx'
import type { FanCommentWordsText } from './words.ja'

const { provide, waiting, use } = defineWords<FanCommentWordsText>()
const ja = dynamic(() => import('./words.ja').then((m) => provide(m.default)), { loading: waiting })
const en = dynamic(() => import('./words.en').then((m) => provide(m.default)), { loading: waiting })

export const useFanCommentWords = use
export const FanCommentWords = byLocale({ ja, en })
