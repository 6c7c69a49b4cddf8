import dynamic from 'next/dynamic'
import { byLocale, defineWords } from '#client/words.tsx'
import type { ExportWordsText } from './words.ja'

const { provide, waiting, use } = defineWords<ExportWordsText>()
const ja = dynamic(() => import('./words.ja').then((m) => provide(m.default)), { loading: waiting })
const en = dynamic(() => import('./words.en').then((m) => provide(m.default)), { loading: waiting })

export const useExportWords = use
export const ExportWords = byLocale({ ja, en })
