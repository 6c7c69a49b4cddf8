import type { IncomingMessage, ServerResponse } from 'node:http'
import { publicConfig } from '#config.server.ts'
import { failedScripts } from '#kit/failedScripts.ts'
import { isRestoredCopy } from '#server/restored.ts'

// zod tries `new Function` once, which the content security policy reports as a violation. Its settings stand on
// globalThis and have to be there before the first schema, so the script that comes before all others sets them.
const zod = 'globalThis.__zod_globalConfig = { jitless: true }'

// The development server names chunks in its pages that it never writes, and the pages work without them: only a built
// program takes a script that does not arrive for a failure.
const failures = process.env.NODE_ENV === 'production' ? failedScripts : ''

// Of the mocked pages, which have no database, none is a copy.
const isCopy = async () => !process.env.NEXT_PUBLIC_MOCKED && (await isRestoredCopy().catch(() => false))

/** The settings of this start for the browser; every page loads it before its own scripts. */
export const openSettings = async (_request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const own = { ...publicConfig(), ...((await isCopy()) && { isRestoredCopy: true }) }
  const settings = JSON.stringify(own).replaceAll('<', '\\u003c')
  response
    .writeHead(200, { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'no-store' })
    .end(`globalThis.__TSUDOI__ = ${settings}\n${zod}\n${failures}\n`)
}
