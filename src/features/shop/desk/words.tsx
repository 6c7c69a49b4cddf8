import dynamic from 'next/dynamic'
import { byLocale, defineWords } from '#client/words.tsx'
import type { StaffOrderWordsText } from './words.ja'

const { provide, waiting, use } = defineWords<StaffOrderWordsText>()
const ja = dynamic(() => import('./words.ja').then((m) => provide(m.default)), { loading: waiting })
const en = dynamic(() => import('./words.en').then((m) => provide(m.default)), { loading: waiting })

export const useStaffOrderWords = use
export const StaffOrderWords = byLocale({ ja, en })
