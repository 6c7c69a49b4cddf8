import { getResponse } from 'msw'
import { handlers } from './handlers'

declare global {
  /** What the page has asked of the mocks, the oldest first: a test cannot see calls that never leave the page. */
  var tsudoiMockCalls: { name: string; key: string; body: unknown }[] | undefined
}

/**
 * From now on the mocks answer the calls of this page; what they do not know goes out. In the page and not in a service worker: through
 * that one every script would pass too, which costs a page a quarter of its time.
 */
export const startMocks = () => {
  const known = handlers()
  const real = window.fetch
  const calls: NonNullable<typeof tsudoiMockCalls> = []
  globalThis.tsudoiMockCalls = calls
  window.fetch = async (input, init) => {
    const request = new Request(input, init)
    const { signal } = request
    signal.throwIfAborted()
    const isOver = new Promise<never>((_, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
    )
    const answer = async () => {
      if (request.method === 'POST') {
        const name = new URL(request.url).pathname.split('/').at(-1) ?? ''
        calls.push({ name, key: request.headers.get('idempotency-key') ?? '', body: await request.clone().json() })
      }
      return getResponse(known, request)
    }
    // Raced from the start: a request that ends before anybody waits for its end would be an error that nobody caught.
    return (await Promise.race([answer(), isOver])) ?? real(input, init)
  }
}
