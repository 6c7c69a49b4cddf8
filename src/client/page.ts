import type { NextPage } from 'next'

/**
 * What stands around a page. `portal`: identity, queries and the shell. `signIn`: the same without the shell (login).
 * `fan`: the fan-facing site, light. `bare`: nothing. Without a word: `fan` under /fc, else `portal`.
 */
export type Frame = 'portal' | 'signIn' | 'fan' | 'bare'

/**
 * `rests`: the page is complete as the server sends it, and a visitor's browser runs its scripts only when they touch it
 * (kit/resting.ts). Not for a page that does something by itself.
 */
export type FramedPage<Props = object> = NextPage<Props> & { frame?: Frame; rests?: boolean }

export const frameOf = (page: { frame?: Frame }, pathname: string): Frame =>
  page.frame ?? (pathname.startsWith('/fc/') ? 'fan' : 'portal')
