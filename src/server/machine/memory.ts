import type { Server } from 'node:http'

const look = 5000
/** Probes of a health check are no work. */
const quiet = 3
const grown = 1.2

/**
 * A burst of calls leaves hundreds of megabytes to V8, which returns them only when it needs room again: a program that
 * has become quiet would hold them for ever. Collects in such a moment, once for each burst; the start script exposes `gc`
 * to the built program, others do nothing.
 */
export const returnMemoryWhenQuiet = (server: Server): void => {
  const collect = globalThis.gc
  if (!collect) return
  let calls = 0
  let open = 0
  let held = 0
  server.on('request', (_, response) => {
    calls++
    open++
    response.once('close', () => {
      open--
    })
  })
  setInterval(() => {
    // An upload is one call for as long as it takes.
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
 * Each piece of an upload is a buffer of its own outside of V8's heap, which looks nearly empty: V8 would let some 80 MB of
 * them come together before it collects. It is asked to look at what is young, which takes a millisecond. Does nothing where
 * `gc` is not exposed.
 */
export const letGoOf = (bytes: number): void => {
  passed += bytes
  if (passed < atOnce) return
  passed = 0
  globalThis.gc?.({ type: 'minor' })
}
