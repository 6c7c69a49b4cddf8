import dynamic from 'next/dynamic'
import { byLocale, defineWords } from '#client/words.tsx'
import type { FanBrandWordsText } from './words.ja'

const { provide, waiting, use } = defineWords<FanBrandWordsText>()
const ja = dynamic(() => import('./words.ja').then((m) => provide(m.default)), { loading: waiting })
const en = dynamic(() => import('./words.en').then((m) => provide(m.default)), { loading: waiting })

export const useFanBrandWords = use
export const FanBrandWords = byLocale({ ja, en })
