import dynamic from 'next/dynamic'
import { byLocale, defineWords } from '#client/words.tsx'
import type { LegalWordsText } from './words.ja'

const { provide, waiting, use } = defineWords<LegalWordsText>()
const ja = dynamic(() => import('./words.ja').then((m) => provide(m.default)), { loading: waiting })
const en = dynamic(() => import('./words.en').then((m) => provide(m.default)), { loading: waiting })

export const useLegalWords = use
export const LegalWords = byLocale({ ja, en })

const fans = defineWords<LegalWordsText>()
const fansJa = dynamic(() => import('./fans/words.ja').then((m) => fans.provide(m.default)), { loading: fans.waiting })
const fansEn = dynamic(() => import('./fans/words.en').then((m) => fans.provide(m.default)), { loading: fans.waiting })

export const useFanLegalWords = fans.use
export const FanLegalWords = byLocale({ ja: fansJa, en: fansEn })
