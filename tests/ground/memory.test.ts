import { EventEmitter } from 'node:events'
import { createServer } from 'node:http'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { returnMemoryWhenQuiet } from '#server/machine/memory.ts'

/* When an instance gives back the memory of a burst: in a moment in which nobody waits for an answer. */

const before = globalThis.gc
let collected = 0
beforeEach(() => {
  collected = 0
  vi.useFakeTimers({ toFake: ['setInterval'] })
  globalThis.gc = vi.fn(() => {
    collected++
  }) as unknown as typeof globalThis.gc & object
})
afterEach(() => {
  vi.useRealTimers()
  globalThis.gc = before
})

const instance = () => {
  const server = createServer()
  returnMemoryWhenQuiet(server)
  return (url: string) => {
    const response = new EventEmitter()
    server.emit('request', { url }, response)
    return { ends: () => response.emit('close') }
  }
}

test('after a burst it is given back, not during one, nor while an answer is on its way', () => {
  const call = instance()
  for (let n = 0; n < 60; n++) call('/api/public/getPublicPlans').ends()
  vi.advanceTimersByTime(5000)
  expect(collected).toBe(0)
  const upload = call('/api/media/checked/x')
  vi.advanceTimersByTime(20_000)
  expect(collected).toBe(0)
  upload.ends()
  vi.advanceTimersByTime(5000)
  expect(collected).toBe(1)
})

test('those who follow a room for hours do not keep it', () => {
  const call = instance()
  call('/api/follow/getStreamingRoom?payload=%7B%7D')
  for (let n = 0; n < 60; n++) call('/api/public/getPublicPlans').ends()
  vi.advanceTimersByTime(10_000)
  expect(collected).toBe(1)
})
