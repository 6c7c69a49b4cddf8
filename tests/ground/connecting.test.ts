import { type ChildProcess, spawn } from 'node:child_process'
import { connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { limitConnecting } from '#server/http/connecting.ts'

/* A host whose machine is there and whose program hangs: it takes a few connections, and then none. */
let host: ChildProcess | undefined
const waiting: Socket[] = []
afterEach(() => {
  for (const socket of waiting.splice(0)) socket.destroy()
  host?.kill('SIGKILL')
})

const hangingHost = async () => {
  const listening = `require('net').createServer().listen({ port: 0, backlog: 1 }, function () { console.log(this.address().port) })`
  host = spawn(process.execPath, ['-e', listening], { stdio: ['ignore', 'pipe', 'ignore'] })
  const port = Number(await new Promise((said) => host?.stdout?.once('data', said)))
  host.kill('SIGSTOP')
  for (let n = 0; n < 4; n++) waiting.push(connect(port, '127.0.0.1').on('error', () => {}))
  return port
}

test('a host that takes no connection is given up before the answer is', async () => {
  const port = await hangingHost()
  limitConnecting()
  const asked = fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(10_000) })
  await expect(asked.catch((error: Error) => error.cause)).resolves.toMatchObject({ code: 'UND_ERR_CONNECT_TIMEOUT' })
})
