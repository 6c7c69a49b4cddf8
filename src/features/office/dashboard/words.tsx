import dynamic from 'next/dynamic'
import { byLocale, defineWords } from '#client/words.tsx'
import type { DashboardWordsText } from './words.ja'

const { provide, waiting, use } = defineWords<DashboardWordsText>()
const ja = dynamic(() => import('./words.ja').then((m) => provide(m.default)), { loading: waiting })
const en = dynamic(() => import('./words.en').then((m) => provide(m.default)), { loading: waiting })

export const useDashboardWords = use
export const DashboardWords = byLocale({ ja, en })
