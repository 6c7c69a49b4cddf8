import dynamic from 'next/dynamic'
import type { HereProps } from './HereLine'

/**
 * Who else has this open for editing: stands beside the way back (`beside` of a page), before two write over each other. It comes after
 * the page.
 */
export const AlsoHere = dynamic<HereProps>(() => import('./HereLine').then((m) => m.HereLine), { ssr: false })
