import dynamic from 'next/dynamic'
import { byLocale, defineWords } from '#client/words.tsx'
import type { CommentWordsText } from './words.ja'

const { provide, waiting, use } = defineWords<CommentWordsText>()
const ja = dynamic(() => import('./words.ja').then((m) => provide(m.default)), { loading: waiting })
const en = dynamic(() => import('./words.en').then((m) => provide(m.default)), { loading: waiting })

export const useCommentWords = use
export const CommentWords = byLocale({ ja, en })
