import dynamic from 'next/dynamic'
import { byLocale, defineWords } from '#client/words.tsx'
import type { HomeWordsText } from './words.ja'

const { provide, waiting, use } = defineWords<HomeWordsText>()
const ja = dynamic(() => import('./words.ja').then((m) => provide(m.default)), { loading: waiting })
const en = dynamic(() => import('./words.en').then((m) => provide(m.default)), { loading: waiting })

export const useHomeWords = use
export const HomeWords = byLocale({ ja, en })
