import dynamic from 'next/dynamic'
import { byLocale, defineWords } from '#client/words.tsx'
import type { ActWordsText } from './words.ja'

const { provide, waiting, use } = defineWords<ActWordsText>()
const ja = dynamic(() => import('./words.ja').then((m) => provide(m.default)), { loading: waiting })
const en = dynamic(() => import('./words.en').then((m) => provide(m.default)), { loading: waiting })

/** Name of a staff operation; used inside ActNames. */
export const useActName = () => {
  const { acts, other } = use()
  return (operation: string) => acts[operation] ?? other
}
export const ActNames = byLocale({ ja, en })
