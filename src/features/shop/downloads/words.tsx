import dynamic from 'next/dynamic'
import { byLocale, defineWords } from '#client/words.tsx'
import type { DownloadWordsText } from './words.ja'

const { provide, waiting, use } = defineWords<DownloadWordsText>()
const ja = dynamic(() => import('./words.ja').then((m) => provide(m.default)), { loading: waiting })
const en = dynamic(() => import('./words.en').then((m) => provide(m.default)), { loading: waiting })

export const useDownloadWords = use
export const DownloadWords = byLocale({ ja, en })
