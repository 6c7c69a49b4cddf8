import type { NextPage } from 'next'
import type { ComponentType, ReactNode } from 'react'

/**
 * The frame of a page. `portal`: identity, queries and the shell. `signIn`: the same without the shell (login).
 * `fan`: the fan-facing site, light. `bare`: nothing. Without a word: `fan` under /fc, else `portal`.
 */
export type Frame = 'portal' | 'signIn' | 'fan' | 'bare'

/** What the frames `portal` and `signIn` are made of: pages bring it (office/portal/portalPage). */
export type Root = ComponentType<{ shell: boolean; children: ReactNode }>

/**
 * `rests`: the server's HTML is complete, and a visitor's browser runs the scripts only on interaction
 * (kit/resting.ts). Not for pages that act by themselves.
 */
export type FramedPage<Props = object> = NextPage<Props> & { frame?: Frame; rests?: boolean; root?: Root }

export const frameOf = (page: { frame?: Frame }, pathname: string): Frame =>
  page.frame ?? (pathname.startsWith('/fc/') ? 'fan' : 'portal')
