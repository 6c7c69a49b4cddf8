import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type Compared, compare, compareTable, say } from './measure'
import type { World } from './world'

export type Call = {
  name: string
  base: 'cms' | 'public'
  payload: object
  /** Of the bare server's requests per second. */
  bound: number
  /** The answer is kept for visitors: also against a bare server that has the same bytes in memory. */
  isKept?: true
  /** Whose call it is; without one a visitor's. */
  token?: string | undefined
  /** The callers, if each connection has its own. */
  tokens?: readonly string[]
}
export type Caller = { token: string; uid: string }

export const post = (url: string, payload: object, token?: string) => ({
  url,
  method: 'POST' as const,
  headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
  body: JSON.stringify(payload),
})

/** A new account, made like by a browser. */
export const signUp = async (house: World['house'], email: string): Promise<Caller> => {
  await fetch(`http://${house.emulatorHost}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=demo`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'tsudoi-demo', returnSecureToken: true }),
  })
  const token = await house.signIn(email)
  const { user_id: uid } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  return { token, uid: String(uid) }
}

/** What a kept answer reaches at least of a bare server that reads the same call and answers the same bytes from memory. */
const ofSameBytes = 0.5

/** These calls by turns with one prepared statement behind a bare server (bare.ts) that knows these callers. */
export const againstBare = async (
  { house }: Pick<World, 'house'>,
  { callers, title, calls }: { callers: readonly Caller[]; title: string; calls: readonly Call[] },
) => {
  const bare = fork(fileURLToPath(new URL('./bare.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, BARE_DATABASE: house.databaseUrl(), BARE_CALLERS: JSON.stringify(callers) },
  })
  const port = await new Promise<number>((known) =>
    bare.on('message', (message: { port: number }) => known(message.port)),
  )
  const compared: [{ name: string; bound: number; isInMemory?: true }, Compared][] = []
  try {
    for (const call of calls) {
      const { name, base, payload, bound } = call
      const each = call.tokens && { each: call.tokens.map((token) => post('', {}, token).headers) }
      const ours = { ...post(`${house.origin}/api/${base}/${name}`, payload, call.token), pid: house.pid(), ...each }
      const theirs = { ...post(`http://127.0.0.1:${port}/${name}`, payload, call.token), pid: bare.pid, ...each }
      compared.push([{ name, bound }, await compare(ours, theirs)])
      if (!call.isKept) continue
      const { url, ...init } = ours
      const body = await (await fetch(url, init)).text()
      const same = `same-bytes-of-${name}`
      await fetch(`http://127.0.0.1:${port}/${same}`, { method: 'PUT', body })
      const bytes = { ...theirs, url: `http://127.0.0.1:${port}/${same}` }
      compared.push([
        { name: `${name}, the same bytes`, bound: ofSameBytes, isInMemory: true },
        await compare(ours, bytes),
      ])
    }
  } finally {
    if (bare.connected) bare.disconnect()
  }
  say(`\n${title}, against one prepared statement behind a bare server`)
  compareTable(compared.map(([{ name, bound }, result]) => [name, result, bound]))
  const misses = compared.flatMap(([{ name, bound }, { rate }]) =>
    rate < bound
      ? [`${name} reaches ${rate.toFixed(2)} of the bare server's requests per second, wanted ${bound}`]
      : [],
  )
  return { misses, compared }
}
