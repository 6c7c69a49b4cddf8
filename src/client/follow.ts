import { config } from '#config.ts'
import type { Operation, PayloadOf } from '#kit/contract.ts'
import type { At } from './at'

/** `over`: may not follow it any more, with the refusal's code. */
export type Line = { state: 'open' } | { state: 'lost' } | { state: 'over'; code: string }

type Ways<Changes> = {
  token: () => Promise<string>
  signal: AbortSignal
  onChanges: (changes: Changes) => void
  onLine: (line: Line) => void
}

const shortest = 1000
const longest = 15_000
/** Without a byte for so long the line is dead: a server sends one every 15 seconds. */
const silence = 40_000

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((done) => {
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      done()
    })
  })

const dataOf = (part: string) => {
  const event = /^event: (.*)$/m.exec(part)?.[1]
  const data = /^data: (.*)$/m.exec(part)?.[1]
  return event === 'changes' && data ? data : null
}

/**
 * Follows an operation by server-sent events, with the bearer token in its header, until `signal` ends it or it is refused. A line that
 * breaks goes on after the last change that came.
 */
export const follow = async <O extends Operation, Changes extends { cursor: number }>(
  { name }: At<O>,
  payload: PayloadOf<O> & { after?: number | undefined },
  { token, signal, onChanges, onLine }: Ways<Changes>,
): Promise<void> => {
  let after = payload.after
  let wait = shortest
  while (!signal.aborted) {
    const line = new AbortController()
    const hangUp = () => line.abort()
    signal.addEventListener('abort', hangUp)
    let quiet: ReturnType<typeof setTimeout> | undefined
    const heard = () => {
      clearTimeout(quiet)
      quiet = setTimeout(hangUp, silence)
    }
    try {
      const bearer = await token()
      heard()
      const query = new URLSearchParams({ payload: JSON.stringify({ ...payload, after }) })
      const response = await fetch(`${config().cmsApiOrigin ?? ''}/api/follow/${name}?${query}`, {
        headers: { Authorization: `Bearer ${bearer}` },
        signal: line.signal,
        cache: 'no-store',
      })
      const isRefused = response.status >= 400 && response.status < 500 && response.status !== 429
      if (isRefused) {
        const body = (await response.json().catch(() => null)) as { code?: string } | null
        return onLine({ state: 'over', code: body?.code ?? 'internal' })
      }
      if (response.ok && response.body) {
        onLine({ state: 'open' })
        const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
        let rest = ''
        for (;;) {
          const { done, value } = await reader.read()
          if (done) break
          heard()
          wait = shortest
          const parts = `${rest}${value}`.split('\n\n')
          rest = parts.pop() ?? ''
          for (const part of parts) {
            const data = dataOf(part)
            if (data === null) continue
            const changes = JSON.parse(data) as Changes
            after = Math.max(after ?? 0, changes.cursor)
            onChanges(changes)
          }
        }
      }
    } catch {
      // The line broke: it is taken up again.
    } finally {
      clearTimeout(quiet)
      signal.removeEventListener('abort', hangUp)
    }
    if (signal.aborted) return
    onLine({ state: 'lost' })
    // Thousands lose the line in the same moment.
    await pause(wait * (0.5 + Math.random()), signal)
    wait = Math.min(longest, wait * 2)
  }
}
