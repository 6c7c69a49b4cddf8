import { onlineManager } from '@tanstack/react-query'
import { call } from '#client/call.ts'
import { onUser, token } from '#client/identity.ts'
import {
  type Begun,
  continues,
  isLost,
  isPaused,
  sendInParts,
  sentBytes,
  type UploadCalls,
} from '#client/partsUpload.ts'
import { forget, keep, kept, keysOf } from '#kit/kept.ts'
import { uploads as operations } from '../contract'
import { contentTypeOf } from '../large'
import {
  type About,
  allUploads,
  isGoing,
  isOpenEditor,
  keptPrefix,
  setUploads,
  type Upload,
  uploadsAt,
} from './useUploads'

/** What the browser keeps of an upload; without `begun` nothing has been sent. */
type Kept = { about: About; name: string; size: number; begun: Begun | null; mediaId: string | null }
const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' && value !== null && 'about' in value && 'begun' in value && 'mediaId' in value
/** Of this page's uploads, where the browser stores nothing as well. */
const records = new Map<string, Kept>()
const record = (key: string, changes: Partial<Kept>) => {
  const before = recordOf(key)
  if (!before) return
  const next = { ...before, ...changes }
  records.set(key, next)
  keep(keptPrefix + key, next, 'browser')
}
const recordOf = (key: string): Kept | null => {
  const found = records.get(key) ?? kept(keptPrefix + key, 'browser')
  return isKept(found) ? found : null
}
const forgetRecord = (key: string) => {
  records.delete(key)
  forget(keptPrefix + key, 'browser')
}

/**
 * Puts an arrived file into what it is for, where no editor is open that would do it. `waits`: its people have to open
 * it and save; `gone`: it was deleted.
 */
export type Follow = (about: About, mediaId: string) => Promise<'done' | 'waits' | 'gone'>
const follower = Promise.withResolvers<Follow>()
let current: Follow | null = null
export const setFollow = (next: Follow) => {
  current = next
  follower.resolve(next)
}

type Running = { file: File; stop: AbortController; why: 'pause' | 'offline' | 'end' }
const running = new Map<string, Running>()
const change = (key: string, changes: Partial<Upload>) =>
  setUploads(allUploads().map((one) => (one.key === key ? { ...one, ...changes } : one)))
const find = (key: string) => allUploads().find((one) => one.key === key)
const drop = (key: string) => {
  setUploads(allUploads().filter((one) => one.key !== key))
  forgetRecord(key)
}

// --- The line --------------------------------------------------------------------------------------------------------

let isWatching = false
const watch = () => {
  if (isWatching) return
  isWatching = true
  onlineManager.subscribe((isOnline) => {
    if (isOnline) return
    for (const [key, one] of running) {
      if (find(key)?.step !== 'sending') continue
      one.why = 'offline'
      one.stop.abort()
    }
  })
  window.addEventListener('beforeunload', (event) => {
    if (allUploads().some(isGoing)) event.preventDefault()
  })
  // Another tab has put in, or thrown away, what this one lists.
  window.addEventListener('storage', () => {
    const names = keysOf(keptPrefix)
    const isThere = ({ key, step }: Upload) =>
      (step !== 'interrupted' && step !== 'sent') || names.includes(keptPrefix + key)
    if (!allUploads().every(isThere)) setUploads(allUploads().filter(isThere))
  })
  let uid: string | null | undefined
  // Another person, or nobody: what was begun stays kept for whom it belongs to.
  onUser(
    (person) => {
      const next = person?.uid ?? null
      if (uid !== undefined && uid !== next) {
        halt()
        setUploads([])
      }
      uid = next
    },
    () => {},
  )
}
/** Resolves when the browser says that the line is back; where it has noticed no loss, after a while. */
const lineIsBack = (after: number, signal?: AbortSignal) =>
  new Promise<void>((done) => {
    const end = () => {
      clearTimeout(timer)
      stopListening()
      done()
    }
    const timer = setTimeout(() => onlineManager.isOnline() && end(), after)
    const stopListening = onlineManager.subscribe((isOnline) => isOnline && end())
    signal?.addEventListener('abort', end)
  })
const firstPause = 5_000
const longestPause = 60_000

// --- Sending ---------------------------------------------------------------------------------------------------------

/** Bytes per second over the last moments; a single sample gives no rate. */
const rateOver = (seen: readonly { at: number; sent: number }[]) => {
  const [first, last] = [seen[0], seen.at(-1)]
  return first && last && last.at > first.at ? ((last.sent - first.sent) * 1000) / (last.at - first.at) : 0
}
const moments = 5_000

const callsFor = (key: string, about: About): UploadCalls => {
  const { tenantId, brandId, purpose } = about
  return {
    start: ({ name: fileName, size }) => {
      const payload = {
        tenantId,
        brandId,
        fileName,
        purpose,
        contentType: contentTypeOf(purpose, fileName) ?? '',
        size,
      }
      return call<typeof operations.startMultipartUpload>(operations.startMultipartUpload, payload, { token })
    },
    sign: ({ uploadId, fileName }, numOfParts) => {
      const operation = operations.getSignedUrlsForMultipartUpload
      return call<typeof operation>(operation, { tenantId, brandId, uploadId, fileName, numOfParts }, { token })
    },
    complete: ({ uploadId, fileName, sent: parts }) => {
      const operation = operations.completeMultipartUpload
      return call<typeof operation>(operation, { tenantId, uploadId, fileName, parts }, { token })
    },
    note: (begun) => {
      // Thrown away while its start was on its way.
      if (find(key)) record(key, { begun })
    },
  }
}

const lockOf = (key: string) => `tsudoi upload ${key}`
/** Held while this tab sends, so that other tabs of the browser do not offer to go on with it. */
const whileHeld = (key: string, work: () => Promise<void>): Promise<void> =>
  'locks' in navigator ? navigator.locks.request(lockOf(key), work) : work()

const mostAtOnce = 2
let atWork = 0
const waiting: (() => void)[] = []
/** Two files at a time: more would only make each of them later. */
const inTurn = async (work: () => Promise<void>) => {
  if (atWork >= mostAtOnce) await new Promise<void>((next) => waiting.push(next))
  atWork += 1
  try {
    await work()
  } finally {
    atWork -= 1
    waiting.shift()?.()
  }
}
const start = (key: string, file: File) => void whileHeld(key, () => inTurn(() => send(key, file)))

const isGone = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'uploadNotFound'

const send = async (key: string, file: File): Promise<void> => {
  const about = find(key)
  if (!about) return
  for (let pause = firstPause; ; pause = Math.min(pause * 2, longestPause)) {
    const one: Running = { file, stop: new AbortController(), why: 'pause' }
    running.set(key, one)
    const begun = recordOf(key)?.begun ?? null
    change(key, { step: 'sending', sent: continues(begun, file) ? sentBytes(begun) : 0, rate: 0 })
    const seen: { at: number; sent: number }[] = []
    const onProgress = (sent: number) => {
      const at = performance.now()
      // Progress events of parallel parts are frequent: screens update at most every 200 ms.
      if (one.stop.signal.aborted || (at - (seen.at(-1)?.at ?? 0) < 200 && sent < file.size)) return
      seen.push({ at, sent })
      while (seen[0] && at - seen[0].at > moments) seen.shift()
      change(key, { sent, rate: rateOver(seen) })
      // The line was good: the next loss is a new one.
      pause = firstPause / 2
    }
    try {
      const { mediaId } = await sendInParts(file, callsFor(key, about), { signal: one.stop.signal, onProgress, begun })
      running.delete(key)
      return await arrived(key, mediaId)
    } catch (error) {
      if (running.get(key) !== one || one.why === 'end') return
      const before = recordOf(key)?.begun ?? null
      const sent = continues(before, file) ? sentBytes(before) : 0
      const hasNoLine = one.why === 'offline' || isLost(error)
      if (hasNoLine) {
        const waiting: Running = { file, stop: new AbortController(), why: 'pause' }
        running.set(key, waiting)
        change(key, { step: 'offline', sent, rate: 0 })
        await lineIsBack(pause, waiting.stop.signal)
        if (!waiting.stop.signal.aborted) continue
      }
      running.delete(key)
      if (!find(key)) return
      // Unfinished uploads are removed after a day; then the next attempt starts a new one.
      if (isGone(error)) record(key, { begun: null })
      held.set(key, file)
      return change(key, { step: isPaused(error) || hasNoLine ? 'paused' : 'failed', sent, rate: 0 })
    }
  }
}
/** Files of paused and failed uploads. */
const held = new Map<string, File>()

const arrived = async (key: string, mediaId: string) => {
  const upload = find(key)
  if (!upload) return
  record(key, { begun: null, mediaId })
  change(key, { step: 'sent', mediaId, sent: upload.size, rate: 0 })
  if (!isOpenEditor(upload)) await follow(upload)
}

/** Puts in what has arrived for a content or product whose editor is closed. */
export const follow = async (about: Pick<About, 'brandId' | 'purpose' | 'place'>): Promise<void> => {
  const run = current ?? (await follower.promise)
  for (const upload of uploadsAt(allUploads(), about)) {
    if (upload.step !== 'sent' || upload.mediaId === null) continue
    try {
      const end = await run(upload, upload.mediaId)
      if (end === 'done') finish(upload.key)
      else if (end === 'gone') change(upload.key, { isOrphan: true })
    } catch (error) {
      // It stays in the list, where its editor puts it in as well; without a line it is tried again.
      if (isLost(error)) void lineIsBack(3 * firstPause).then(() => follow(about))
    }
  }
}

// --- What people do --------------------------------------------------------------------------------------------------

export const begin = (about: About, file: File): void => {
  watch()
  // A content has one video: a new choice takes the place of the earlier one.
  if (about.purpose === 'video')
    for (const { key, step } of uploadsAt(allUploads(), about)) if (step !== 'elsewhere') giveUp(key)
  const key = crypto.randomUUID()
  const { name, size } = file
  const { tenantId, brandId, purpose, place, href, replaces } = about
  const named: About = { tenantId, brandId, purpose, place, href, ...(replaces && { replaces }) }
  records.set(key, { about: named, name, size, begun: null, mediaId: null })
  record(key, {})
  const fresh: Upload = { ...named, key, name, size, sent: 0, rate: 0, step: 'sending', mediaId: null, isOrphan: false }
  setUploads([...allUploads(), fresh])
  start(key, file)
}

export const pause = (key: string): void => {
  const one = running.get(key)
  if (one) one.why = 'pause'
  one?.stop.abort()
}

export const resume = (key: string): void => {
  const file = held.get(key)
  held.delete(key)
  if (file) start(key, file)
}

export const resumeWith = (key: string, file: File): boolean => {
  const upload = find(key)
  if (!upload || upload.name !== file.name || upload.size !== file.size) return false
  watch()
  start(key, file)
  return true
}

export const giveUp = (key: string): void => {
  const [upload, begun] = [find(key), recordOf(key)?.begun]
  const one = running.get(key)
  if (one) one.why = 'end'
  running.delete(key)
  held.delete(key)
  drop(key)
  one?.stop.abort()
  if (!upload || !begun) return
  const operation = operations.abortMultipartUpload
  const payload = { tenantId: upload.tenantId, uploadId: begun.uploadId }
  // If this call fails, the daily sweep of unfinished uploads removes it.
  call<typeof operation>(operation, payload, { token }).catch(() => {})
}

export const finish = (key: string): void => {
  forgetRecord(key)
  change(key, { step: 'done' })
}

export const dismiss = (key: string): void => drop(key)

const halt = () => {
  for (const one of running.values()) {
    one.why = 'end'
    one.stop.abort()
  }
  running.clear()
  held.clear()
  records.clear()
}
export const stopAll = (): void => {
  for (const { key } of allUploads()) giveUp(key)
  halt()
}

/** Lists what this browser keeps for this person and no list names yet. */
export const restore = async (): Promise<void> => {
  watch()
  const before = 'locks' in navigator ? ((await navigator.locks.query()).held ?? []).map(({ name }) => name) : []
  for (const name of keysOf(keptPrefix)) {
    const key = name.slice(keptPrefix.length)
    const entry = recordOf(key)
    if (!entry || find(key)) continue
    const { about, begun, mediaId } = entry
    const isElsewhere = before.includes(lockOf(key))
    const step = isElsewhere ? 'elsewhere' : mediaId === null ? 'interrupted' : 'sent'
    const sent = mediaId !== null ? entry.size : begun ? sentBytes(begun) : 0
    const { name: fileName, size } = entry
    setUploads([
      ...allUploads(),
      { ...about, key, name: fileName, size, sent, rate: 0, step, mediaId, isOrphan: false },
    ])
    if (isElsewhere) void navigator.locks.request(lockOf(key), () => setTimeout(() => again(key), 0))
    else if (step === 'sent' && !isOpenEditor(about)) void follow(about)
  }
}
/** The tab that sent it has ended, or has sent it. */
const again = (key: string) => {
  setUploads(allUploads().filter((one) => one.key !== key))
  void restore()
}
