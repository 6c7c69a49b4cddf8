import dynamic from 'next/dynamic'
import { byLocale, defineWords } from '#client/words.tsx'
import type { StaffInquiryWordsText } from './words.ja'

const { provide, waiting, use } = defineWords<StaffInquiryWordsText>()
const ja = dynamic(() => import('./words.ja').then((m) => provide(m.default)), { loading: waiting })
const en = dynamic(() => import('./words.en').then((m) => provide(m.default)), { loading: waiting })

export const useStaffInquiryWords = use
export const StaffInquiryWords = byLocale({ ja, en })
