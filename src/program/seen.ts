import type { Effect } from '#kit/contract.ts'
import { hasReplica, type Position, writtenUntil } from '#server/db/replica.ts'
import { cookiesOf, isSecure, prefixed } from '#server/http/cookies.ts'
import type { Cookie } from '#server/proven.ts'

/*
 * Where reads may be answered by a replica, callers say by a cookie up to where they have written (rule: access.replica): so all tabs of a browser
 * do, and who keeps no cookies, such as a script, reads at the primary.
 */
const name = () => prefixed('seen')
const cookieOf = (position: Position): Cookie => ({
  name: name(),
  value: position.toString(16),
  path: '/',
  domain: undefined,
  secure: isSecure(),
})

/** What the caller says; undefined: nothing, or nothing that we wrote. */
export const seenBy = (cookies: string | undefined): Position | undefined => {
  if (!hasReplica()) return undefined
  const said = cookiesOf(cookies).get(name())
  return said && /^[0-9a-f]{1,16}$/.test(said) ? BigInt(`0x${said}`) : undefined
}

/** What the caller is to say from now on; null: what it says already. A call that failed may have written, too. */
export const seenAfter = async (effect: Effect, seen: Position | undefined): Promise<Cookie | null> => {
  if (!hasReplica()) return null
  if (effect === 'read') return seen === undefined ? cookieOf(0n) : null
  // Where it cannot be asked, the caller reads at the primary until the next write.
  return cookieOf((await writtenUntil()) ?? nowhere)
}

/** No replica gets there. */
const nowhere: Position = 0xffff_ffff_ffff_ffffn
