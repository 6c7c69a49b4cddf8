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
  /** Whose call it is; without one a visitor's. */
  token?: string | undefined
}

export const post = (url: string, payload: object, token?: string) => ({
  url,
  method: 'POST' as const,
  headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
  body: JSON.stringify(payload),
})

/** These calls by turns with one prepared statement behind a bare server (bare.ts), for which `token` is `uid`'s. */
export const againstBare = async (
  { house }: Pick<World, 'house'>,
  { token, uid, title, calls }: { token: string; uid: string; title: string; calls: readonly Call[] },
) => {
  const bare = fork(fileURLToPath(new URL('./bare.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, BARE_DATABASE: house.databaseUrl(), BARE_TOKEN: token, BARE_UID: uid },
  })
  const port = await new Promise<number>((known) =>
    bare.on('message', (message: { port: number }) => known(message.port)),
  )
  const compared: [Call, Compared][] = []
  try {
    for (const call of calls) {
      const { name, base, payload } = call
      const ours = { ...post(`${house.origin}/api/${base}/${name}`, payload, call.token), pid: house.pid() }
      const theirs = { ...post(`http://127.0.0.1:${port}/${name}`, payload, call.token), pid: bare.pid }
      compared.push([call, await compare(ours, theirs)])
    }
  } finally {
    if (bare.connected) bare.disconnect()
  }
  say(`\n${title}, against one prepared statement behind a bare server`)
  compareTable(compared.map(([{ name }, result]) => [name, result]))
  const misses = compared.flatMap(([{ name, bound }, { rate }]) =>
    rate < bound
      ? [`${name} reaches ${rate.toFixed(2)} of the bare server's requests per second, wanted ${bound}`]
      : [],
  )
  return { misses, compared }
}
