import dynamic from 'next/dynamic'
import { byLocale, defineWords } from '#client/words.tsx'
import type { UiWordsText } from './words.ja'

const { provide, waiting, use } = defineWords<UiWordsText>()
const ja = dynamic(() => import('./words.ja').then((m) => provide(m.default)), { loading: waiting })
const en = dynamic(() => import('./words.en').then((m) => provide(m.default)), { loading: waiting })

export const useUiWords = use
export const UiWords = byLocale({ ja, en })
