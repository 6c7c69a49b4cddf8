import dynamic from 'next/dynamic'
import { byLocale, defineWords } from '#client/words.tsx'
import type { GoodsWordsText } from './words.ja'

const { provide, waiting, use } = defineWords<GoodsWordsText>()
const ja = dynamic(() => import('./words.ja').then((m) => provide(m.default)), { loading: waiting })
const en = dynamic(() => import('./words.en').then((m) => provide(m.default)), { loading: waiting })

export const useGoodsWords = use
export const GoodsWords = byLocale({ ja, en })
