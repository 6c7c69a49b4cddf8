import dynamic from 'next/dynamic'
import { byLocale, defineWords } from '#client/words.tsx'
import type { BrandWordsText } from './words.ja'

const { provide, waiting, use } = defineWords<BrandWordsText>()
const ja = dynamic(() => import('./words.ja').then((m) => provide(m.default)), { loading: waiting })
const en = dynamic(() => import('./words.en').then((m) => provide(m.default)), { loading: waiting })

export const useBrandWords = use
export const BrandWords = byLocale({ ja, en })
