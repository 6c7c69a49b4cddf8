import dynamic from 'next/dynamic'
import { byLocale, defineWords } from '#client/words.tsx'
import type { StaffFanWordsText } from './words.ja'

const { provide, waiting, use } = defineWords<StaffFanWordsText>()
const ja = dynamic(() => import('./words.ja').then((m) => provide(m.default)), { loading: waiting })
const en = dynamic(() => import('./words.en').then((m) => provide(m.default)), { loading: waiting })

export const useStaffFanWords = use
export const StaffFanWords = byLocale({ ja, en })
