import dynamic from 'next/dynamic'
import { byLocale, defineWords } from '#client/words.tsx'
import type { TrayWordsText } from './words.ja'

const { provide, waiting, use } = defineWords<TrayWordsText>()
const ja = dynamic(() => import('./words.ja').then((m) => provide(m.default)), { loading: waiting })
const en = dynamic(() => import('./words.en').then((m) => provide(m.default)), { loading: waiting })

export const useTrayWords = use
export const TrayWords = byLocale({ ja, en })
