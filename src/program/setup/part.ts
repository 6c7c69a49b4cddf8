import type { ServerConfig } from '#config.schema.ts'

/** Asks one part of the set-up, and says what it found, or which setting is empty; it throws where the part fails. */
export type Part = (config: ServerConfig) => Promise<string | { unset: string }>
