import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { compare, compareTable, say } from './measure'
import type { Part } from './run'

const ids = { tenantId: 'tenant_hoshi', brandId: 'brand_aoi' }
const calls = {
  getPublicPlans: { base: 'public', payload: ids },
  getPlans: { base: 'cms', payload: { ...ids, pagination: { limit: 20, offset: 0 } } },
} as const

/** Calls against the best server that one can write by hand for them. */
export const plans: Part = async ({ house, token }) => {
  const bare = fork(fileURLToPath(new URL('./bare.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, BARE_DATABASE: house.databaseUrl(), BARE_TOKEN: token },
  })
  const port = await new Promise<number>((known) =>
    bare.on('message', (message: { port: number }) => known(message.port)),
  )
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const compared: Parameters<typeof compareTable>[0] = []
  try {
    for (const [name, { base, payload }] of Object.entries(calls)) {
      const body = JSON.stringify(payload)
      const asked = {
        method: 'POST' as const,
        headers: base === 'cms' ? headers : { 'content-type': 'application/json' },
        body,
      }
      const ours = { ...asked, url: `${house.origin}/api/${base}/${name}`, pid: house.pid() }
      compared.push([name, await compare(ours, { ...asked, url: `http://127.0.0.1:${port}/${name}`, pid: bare.pid })])
    }
  } finally {
    bare.disconnect()
  }
  say('\nCalls, against one prepared statement behind a bare server')
  compareTable(compared)
  return compared.flatMap(([name, { rate, slowness }]) => [
    ...(rate < 0.4 ? [`${name} reaches ${rate.toFixed(2)} of the bare server's requests per second, wanted 0.4`] : []),
    ...(slowness >= 5 ? [`${name} has ${slowness.toFixed(1)} times the bare server's p99, wanted under 5`] : []),
  ])
}
