import dynamic from 'next/dynamic'
import { byLocale, defineWords } from '#client/words.tsx'
import type { PlanWordsText } from './words.ja'

const { provide, waiting, use } = defineWords<PlanWordsText>()
const ja = dynamic(() => import('./words.ja').then((m) => provide(m.default)), { loading: waiting })
const en = dynamic(() => import('./words.en').then((m) => provide(m.default)), { loading: waiting })

export const usePlanWords = use
export const PlanWords = byLocale({ ja, en })
