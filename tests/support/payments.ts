import { control } from '#sandbox/control.ts'
import { pool } from '#server/db.ts'
import { payments } from '#server/payments/provider.ts'
import { shared } from '#server/shared.ts'
import { sandbox } from './world'

/** Where the sandbox is reached by HTTP. */
export const sandboxAddress = `http://127.0.0.1:${shared.ownPort}`

export const provider = payments()

/** Has the sandbox do what is due and send every callback that is. */
export const callbacks = () => sandbox.advance()

/** What a customer, a store or a bank does, or how the sandbox misbehaves from now on. */
export const told = async <T = Record<string, unknown>>(what: object): Promise<T> => {
  const { status, body } = await control(what)
  if (status !== 200) throw new Error(`control answered ${status}: ${JSON.stringify(body)}`)
  return ('result' in body ? body.result : body) as T
}

/** The customer goes away from a store's till without having paid. */
export const leavesTheTill = (intent: string) =>
  pool().query(`update sandbox_objects set kept = kept - 'isBeingPaid' where id = $1`, [intent])
