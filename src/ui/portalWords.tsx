import dynamic from 'next/dynamic'
import { useMemo } from 'react'
import { byLocale, defineWords } from '#client/words.tsx'
import type { PortalWordsText } from './portalWords.ja'
import { useUiWords } from './words'

const { provide, waiting, use } = defineWords<PortalWordsText>()
const ja = dynamic(() => import('./portalWords.ja').then((m) => provide(m.default)), { loading: waiting })
const en = dynamic(() => import('./portalWords.en').then((m) => provide(m.default)), { loading: waiting })

/** Words of lists, the shell, saving and pictures, together with those of every page: fan pages do without. */
export const usePortalWords = () => {
  const [everywhere, here] = [useUiWords(), use()]
  return useMemo(() => ({ ...everywhere, ...here }), [everywhere, here])
}
export const PortalWords = byLocale({ ja, en })
