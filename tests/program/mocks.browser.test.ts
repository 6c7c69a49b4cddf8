import { afterEach, expect, test, vi } from 'vitest'
import { startMocks } from '#mocks/browser.ts'

afterEach(() => vi.unstubAllGlobals())

test('a call of a mocked page that is given up while it is being written down ends with its own reason, and nowhere else', async () => {
  const uncaught: unknown[] = []
  const note = (reason: unknown) => uncaught.push(reason)
  process.on('unhandledRejection', note)
  try {
    vi.stubGlobal('window', globalThis)
    vi.stubGlobal('fetch', globalThis.fetch)
    vi.stubGlobal('__TSUDOI__', { publicBase: '/public', cmsBase: '/cms' })
    startMocks()
    const stop = new AbortController()
    // Read over several turns, as a browser reads every body.
    const body = new ReadableStream({
      pull: async (stream) => {
        await new Promise(setImmediate)
        stream.enqueue(new TextEncoder().encode('{}'))
        stream.close()
      },
    })
    const said = { method: 'POST', body, duplex: 'half', signal: stop.signal } as RequestInit
    const call = window.fetch('http://localhost/cms/getMe', said)
    const ends = expect(call).rejects.toThrow('given up')
    stop.abort(new Error('given up'))
    // The turn in which Node says what nobody caught.
    await new Promise(setImmediate)
    await ends
    expect(uncaught).toEqual([])
  } finally {
    process.off('unhandledRejection', note)
  }
})
