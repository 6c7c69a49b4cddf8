import dynamic from 'next/dynamic'
import { byLocale, defineWords } from '#client/words.tsx'
import type { EventGoodsWordsText } from './words.ja'

const { provide, waiting, use } = defineWords<EventGoodsWordsText>()
const ja = dynamic(() => import('./words.ja').then((m) => provide(m.default)), { loading: waiting })
const en = dynamic(() => import('./words.en').then((m) => provide(m.default)), { loading: waiting })

export const useEventGoodsWords = use
export const EventGoodsWords = byLocale({ ja, en })
