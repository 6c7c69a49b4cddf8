import type { PublicConfig } from './config.schema'

declare global {
  var __TSUDOI__: PublicConfig | undefined
}

/**
 * The settings a browser may see. The server sets them when it starts; the browser gets them from /api/config.js, so that
 * one build runs anywhere. Static pages are rendered before either exists: read them in effects and handlers, and for
 * what is shown use `useConfig` (client/useConfig.ts). Free of zod on purpose: fan-facing pages load this first.
 */
export const config = (): PublicConfig => {
  if (!globalThis.__TSUDOI__)
    throw new Error('The settings are not loaded: /api/config.js comes before everything else.')
  return globalThis.__TSUDOI__
}

export type { PublicConfig }
