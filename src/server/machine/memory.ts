import type { Server } from 'node:http'

const look = 5000
/** Calls within `look` that are no load: probes of a health check, and the trickle of a night. */
const quiet = 50
const grown = 1.2
/** Open for hours, and nothing goes on in it: somebody follows a room. */
const isStream = (url = '') => url.startsWith('/api/follow/')

/**
 * After a burst of calls V8 keeps hundreds of megabytes until it needs them. Collects garbage once when the program has
 * become idle or nearly so, in a moment in which nobody waits. Needs `gc`, which the start script exposes to the built program; does nothing without it.
 */
export const returnMemoryWhenQuiet = (server: Server): void => {
  const collect = globalThis.gc
  if (!collect) return
  let calls = 0
  let open = 0
  let held = 0
  server.on('request', (request, response) => {
    calls++
    if (isStream(request.url)) return
    open++
    response.once('close', () => {
      open--
    })
  })
  setInterval(() => {
    // An upload is one call for its whole duration.
    const isQuiet = calls < quiet && open === 0
    calls = 0
    if (!isQuiet || process.memoryUsage.rss() < held * grown) return
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    held = process.memoryUsage.rss()
  }, look).unref()
}

const atOnce = 8 * 1024 ** 2
let passed = 0

/**
 * The chunks of an upload are buffers outside of V8's heap, so V8 would let some 80 MB of them pile up. Triggers a
 * minor collection after every `atOnce` bytes, which takes a millisecond; does nothing without `gc`.
 */
export const collectAfter = (bytes: number): void => {
  passed += bytes
  if (passed < atOnce) return
  passed = 0
  globalThis.gc?.({ type: 'minor' })
}
