import dynamic from 'next/dynamic'
import { byLocale, defineWords } from '#client/words.tsx'
import type { VideoWordsText } from './words.ja'

const { provide, waiting, use } = defineWords<VideoWordsText>()
const ja = dynamic(() => import('./words.ja').then((m) => provide(m.default)), { loading: waiting })
const en = dynamic(() => import('./words.en').then((m) => provide(m.default)), { loading: waiting })

export const useVideoWords = use
export const VideoWords = byLocale({ ja, en })
