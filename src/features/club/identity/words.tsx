import dynamic from 'next/dynamic'
import { byLocale, defineWords } from '#client/words.tsx'
import type { IdentityWordsText } from './words.ja'

const { provide, waiting, use } = defineWords<IdentityWordsText>()
const ja = dynamic(() => import('./words.ja').then((m) => provide(m.default)), { loading: waiting })
const en = dynamic(() => import('./words.en').then((m) => provide(m.default)), { loading: waiting })

export const useIdentityWords = use
export const IdentityWords = byLocale({ ja, en })
