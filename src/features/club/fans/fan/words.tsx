import dynamic from 'next/dynamic'
import { byLocale, defineWords } from '#client/words.tsx'
import type { MyProfileWordsText } from './words.ja'

const { provide, waiting, use } = defineWords<MyProfileWordsText>()
const ja = dynamic(() => import('./words.ja').then((m) => provide(m.default)), { loading: waiting })
const en = dynamic(() => import('./words.en').then((m) => provide(m.default)), { loading: waiting })

export const useMyProfileWords = use
export const MyProfileWords = byLocale({ ja, en })
