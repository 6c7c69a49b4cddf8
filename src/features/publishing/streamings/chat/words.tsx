import dynamic from 'next/dynamic'
import { byLocale, defineWords } from '#client/words.tsx'
import type { ChatWordsText } from './words.ja'

const { provide, waiting, use } = defineWords<ChatWordsText>()
const ja = dynamic(() => import('./words.ja').then((m) => provide(m.default)), { loading: waiting })
const en = dynamic(() => import('./words.en').then((m) => provide(m.default)), { loading: waiting })

export const useChatWords = use
export const ChatWords = byLocale({ ja, en })
