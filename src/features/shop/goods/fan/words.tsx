import dynamic from 'next/dynamic'
import { byLocale, defineWords } from '#client/words.tsx'
import type { FanGoodsWordsText } from './words.ja'

const { provide, waiting, use } = defineWords<FanGoodsWordsText>()
const ja = dynamic(() => import('./words.ja').then((m) => provide(m.default)), { loading: waiting })
const en = dynamic(() => import('./words.en').then((m) => provide(m.default)), { loading: waiting })

export const useFanGoodsWords = use
export const FanGoodsWords = byLocale({ ja, en })
