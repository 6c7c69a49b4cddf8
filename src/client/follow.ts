import { config } from '#config.ts'
import type { Operation, PayloadOf } from '#kit/contract.ts'
import type { At } from './at'

/** `over`: may not follow it any more, with the refusal's code. `lost`: it is tried again; the code of what was refused for now. */
export type Line = { state: 'open' } | { state: 'lost'; code?: string } | { state: 'over'; code: string }

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
    const over = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', over)
      done()
    }
    const timer = setTimeout(over, ms)
    signal.addEventListener('abort', over)
  })

const eventOf = (part: string) => ({
  event: /^event: (.*)$/m.exec(part)?.[1],
  data: /^data: (.*)$/m.exec(part)?.[1] ?? '',
})

/**
 * Follows an operation by server-sent events, with the bearer token in its header, until `signal` ends it or it is refused. A line that
 * breaks goes on after the last change that came.
 */
export const follow = async <O extends Operation, Changes extends { cursor: number; isWhole: boolean }>(
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
    let lost: Line | null = { state: 'lost' }
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
      if (response.status >= 400 && response.status < 500) {
        const { code = 'internal' } = (await response.json().catch(() => ({}))) as { code?: string }
        if (response.status !== 429) return onLine({ state: 'over', code })
        lost = { state: 'lost', code }
        wait = longest
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
            const { event, data } = eventOf(part)
            // The server has other work: what comes at once from another one is no break that anybody has to read of.
            if (event === 'end') lost = null
            if (event !== 'changes') continue
            const changes = JSON.parse(data) as Changes
            after = changes.isWhole ? changes.cursor : Math.max(after ?? 0, changes.cursor)
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
    if (lost) onLine(lost)
    // Thousands lose the line in the same moment.
    await pause(wait * (0.5 + Math.random()), signal)
    wait = Math.min(longest, wait * 2)
  }
}
