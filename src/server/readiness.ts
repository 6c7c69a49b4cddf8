import { serverConfig } from '#config.server.ts'
import { realNow } from './clock'
import { database, pool } from './db'
import { isRestoredCopy } from './restored'
import { shared } from './shared'
import { storage } from './storage/storage'
import { rateLimits } from './tables.server'
import { causeOf, log } from './telemetry/log'

/* Whether this instance can do its work: read and write. A full disk and a read-only database answer every read. */

const patienceMs = 3000
/** Milliseconds between two writes that only look whether one works, however often is asked. */
const probeEvery = 5000

const writes = {
  database: async () => {
    const expire = realNow()
    await database()
      .insert(rateLimits)
      .values({ key: 'ready', points: 0, expire })
      .onConflictDoUpdate({ target: rateLimits.key, set: { expire } })
  },
  storage: async () => {
    await storage().put('private/ready', Buffer.from(String(realNow())), 'text/plain')
  },
}
type Written = keyof typeof writes

declare module './shared' {
  interface Shared {
    /** The last write of each part, which all share that ask within `probeEvery`. */
    writeProbes?: Map<Written, { at: number; ended: Promise<void> }>
  }
}

const written = (part: Written): Promise<void> => {
  shared.writeProbes ??= new Map()
  const last = shared.writeProbes.get(part)
  if (last && realNow() - last.at < probeEvery) return last.ended
  const ended = writes[part]()
  // Who asked may have gone.
  ended.catch(() => {})
  shared.writeProbes.set(part, { at: realNow(), ended })
  return ended
}

const parts = {
  database: async () => {
    await pool().query('select 1')
    await written('database')
  },
  jobs: async () => {
    if ((await shared.jobs?.isAnswering()) !== true) throw new Error('The job queue does not answer.')
  },
  storage: () => written('storage'),
}
type Part = keyof typeof parts

const isWorking = async (part: Part): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, failed) => {
    timer = setTimeout(() => failed(new Error(`No answer within ${patienceMs} ms.`)), patienceMs)
  })
  try {
    await Promise.race([parts[part](), tooLate])
    return true
  } catch (error) {
    log.warn({ part, cause: causeOf(error) }, 'not ready')
    return false
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Which parts work, by name. A storage that all instances share takes none of them out: the balancer would have nowhere to go, and most of
 * what people do needs no file.
 */
export const readiness = async (): Promise<{
  ok: boolean
  parts: Record<Part, boolean>
  /** Nothing is sent or charged (server/restored.ts). */
  restoredCopy?: true
}> => {
  const names = Object.keys(parts) as Part[]
  const found = await Promise.all(names.map(async (part) => [part, await isWorking(part)] as const))
  const isShared = (part: Part) => part === 'storage' && serverConfig().S3_BUCKET !== undefined
  return {
    ok: found.every(([part, works]) => works || isShared(part)),
    parts: Object.fromEntries(found) as Record<Part, boolean>,
    ...((await isRestoredCopy().catch(() => false)) && { restoredCopy: true }),
  }
}
