import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'
import { openPaymentCallback } from '../../src/server/payments/callback'
import { payments } from '../../src/server/payments/provider'
import { control } from '../../src/server/sandbox/control'
import { openSandboxDoors } from '../../src/server/sandbox/doors'
import { startSandbox } from '../../src/server/sandbox/sandbox'
import { shared } from '../../src/server/shared'
import './club'

/*
 * The payment provider of a test: the sandbox behind a real http server at a free port, which also has the callback door.
 * Nothing is told by itself: `callbacks()` sends what is due.
 */
const server = createServer((request, response) => {
  const open = request.url?.startsWith('/api/webhooks/stripe') ? openPaymentCallback : openSandboxDoors
  open(request, response).catch((error: unknown) => response.destroy(error as Error))
})
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
shared.ownPort = (server.address() as AddressInfo).port
export const sandboxAddress = `http://127.0.0.1:${shared.ownPort}`

const sandbox = startSandbox({ auto: false })

afterAll(async () => {
  await sandbox.stop()
  server.closeAllConnections()
  server.close()
})

export const provider = payments()

/** Has the sandbox do what is due and send every callback that is. */
export const callbacks = () => sandbox.advance()

/** What a customer, a store or a bank does, or how the sandbox misbehaves from now on. */
export const told = async <T = Record<string, unknown>>(what: object): Promise<T> => {
  const { status, body } = await control(what)
  if (status !== 200) throw new Error(`control answered ${status}: ${JSON.stringify(body)}`)
  return ('result' in body ? body.result : body) as T
}
