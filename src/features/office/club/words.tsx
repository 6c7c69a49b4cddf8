import dynamic from 'next/dynamic'
import { byLocale, defineWords } from '#client/words.tsx'
import type { TenantWordsText } from './words.ja'

const { provide, waiting, use } = defineWords<TenantWordsText>()
const ja = dynamic(() => import('./words.ja').then((m) => provide(m.default)), { loading: waiting })
const en = dynamic(() => import('./words.en').then((m) => provide(m.default)), { loading: waiting })

export const useTenantWords = use
export const TenantWords = byLocale({ ja, en })
