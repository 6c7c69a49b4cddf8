import dynamic from 'next/dynamic'
import { byLocale, defineWords } from '#client/words.tsx'
import type { NoticeWordsText } from './words.ja'

const { provide, waiting, use } = defineWords<NoticeWordsText>()
const ja = dynamic(() => import('./words.ja').then((m) => provide(m.default)), { loading: waiting })
const en = dynamic(() => import('./words.en').then((m) => provide(m.default)), { loading: waiting })

export const useNoticeWords = use
export const NoticeWords = byLocale({ ja, en })
