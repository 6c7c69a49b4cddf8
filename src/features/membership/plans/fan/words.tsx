import dynamic from 'next/dynamic'
import { byLocale, defineWords } from '#client/words.tsx'
import type { FanPlanWordsText } from './words.ja'

const { provide, waiting, use } = defineWords<FanPlanWordsText>()
const ja = dynamic(() => import('./words.ja').then((m) => provide(m.default)), { loading: waiting })
const en = dynamic(() => import('./words.en').then((m) => provide(m.default)), { loading: waiting })

export const useFanPlanWords = use
export const FanPlanWords = byLocale({ ja, en })
