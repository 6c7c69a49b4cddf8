import dynamic from 'next/dynamic'
import { byLocale, defineWords } from '#client/words.tsx'
import type { CartWordsText } from './words.ja'

const { provide, waiting, use } = defineWords<CartWordsText>()
const ja = dynamic(() => import('./words.ja').then((m) => provide(m.default)), { loading: waiting })
const en = dynamic(() => import('./words.en').then((m) => provide(m.default)), { loading: waiting })

export const useCartWords = use
export const CartWords = byLocale({ ja, en })
