import dynamic from 'next/dynamic'
import { byLocale, defineWords } from '#client/words.tsx'
import type { PlanGuideWordsText } from './guideWords.ja'

const { provide, waiting, use } = defineWords<PlanGuideWordsText>()
const ja = dynamic(() => import('./guideWords.ja').then((m) => provide(m.default)), { loading: waiting })
const en = dynamic(() => import('./guideWords.en').then((m) => provide(m.default)), { loading: waiting })

export const usePlanGuideWords = use
export const PlanGuideWords = byLocale({ ja, en })
