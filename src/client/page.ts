import type { NextPage } from 'next'

/**
 * What stands around a page. `portal`: identity, queries and the shell. `door`: the same without the shell (login).
 * `fan`: the fan-facing site, light. `bare`: nothing. Without a word: `fan` under /fc, else `portal`.
 */
export type Frame = 'portal' | 'door' | 'fan' | 'bare'

export type FramedPage<Props = object> = NextPage<Props> & { frame?: Frame }

export const frameOf = (page: { frame?: Frame }, pathname: string): Frame =>
  page.frame ?? (pathname.startsWith('/fc/') ? 'fan' : 'portal')
