import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Admission } from '#publishing/streamings/chat/contract.ts'
import { addressOf } from '#server/http/address.ts'
import { allowOrigin } from '#server/http/origins.ts'
import { log } from '#server/telemetry/log.ts'
import { endBytes, rooms } from '../live/rooms'
import { admit } from '../serve'

/*
 * Server-sent events for those who may call an operation that can be followed: `GET /api/follow/{operation}?payload={json}`, with the
 * bearer token in its header as for a call. A stream that breaks goes on after the change that `Last-Event-ID` names, at any
 * instance.
 */
const maxBytes = 4096
/** Bytes that wait for a slow reader, whose stream ends then: they come back for what they missed. */
const mostBehind = 128 * 1024
/** Streams of one account, and of one address without accounts, in this instance. */
const mostOf = { account: 10, address: 500 }
const open = new Map<string, number>()
const ownerOf = (uid: string | null, address: string) => (uid === null ? `address ${address}` : `account ${uid}`)
const takePlace = (uid: string | null, address: string): boolean => {
  const owner = ownerOf(uid, address)
  const count = open.get(owner) ?? 0
  if (count >= (uid === null ? mostOf.address : mostOf.account)) return false
  open.set(owner, count + 1)
  return true
}
const leavePlace = (uid: string | null, address: string) => {
  const owner = ownerOf(uid, address)
  const left = (open.get(owner) ?? 1) - 1
  if (left > 0) open.set(owner, left)
  else open.delete(owner)
}

const one = (header: string | string[] | undefined) => (Array.isArray(header) ? header[0] : header)

/** The payload of the address, going on after what the browser says it has. */
const bodyOf = (req: IncomingMessage): string | 'tooLarge' => {
  const payload = new URL(req.url ?? '/', 'http://here').searchParams.get('payload') ?? ''
  if (payload.length > maxBytes) return 'tooLarge'
  const last = one(req.headers['last-event-id']) ?? ''
  if (!/^\d{1,15}$/.test(last)) return payload
  try {
    const said: unknown = JSON.parse(payload)
    return typeof said === 'object' && said !== null ? JSON.stringify({ ...said, after: Number(last) }) : payload
  } catch {
    return payload
  }
}

export const openFollowed = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
  allowOrigin(req, res, 'authorization, last-event-id, x-request-id', 'GET')
  if (req.method === 'OPTIONS') return void res.writeHead(204).end()
  const address = addressOf(req)
  const body = bodyOf(req)
  const name = /^\/api\/follow\/([^/?]+)/.exec(req.url ?? '')?.[1] ?? ''
  // It hears from here on whose access changes.
  const here = rooms()
  const askedAt = performance.now()
  const answer = await admit(
    {
      ...{ base: 'cms', name, body, address },
      method: req.method ?? '',
      headers: {
        authorization: req.headers.authorization,
        'accept-language': req.headers['accept-language'],
        'x-request-id': one(req.headers['x-request-id']),
      },
    },
    (asking) => takePlace(asking, address),
  )
  if ('status' in answer) {
    res.writeHead(answer.status, { ...answer.headers, 'Content-Length': Buffer.byteLength(answer.body) })
    return void res.end(answer.body)
  }
  const { requestId, uid } = answer
  res.writeHead(200, {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'private, no-store, no-transform',
    // nginx would gather what is to arrive at once.
    'X-Accel-Buffering': 'no',
    'X-Request-Id': requestId,
  })
  res.flushHeaders()
  req.socket.setNoDelay(true)
  const started = performance.now()
  let why = 'gone'
  let leave = () => {}
  let isOver = false
  const over = () => {
    if (isOver) return
    isOver = true
    leave()
    leavePlace(uid, address)
    log.info(
      { requestId, operation: name, why, seconds: Math.round((performance.now() - started) / 1000) },
      'stream ends',
    )
  }
  res.once('close', over)
  res.on('error', over)
  const { tenantId, streamingId, face, until } = answer.result as Admission
  const after = (JSON.parse(body) as { after?: number }).after ?? null
  leave = await here.join(
    { tenantId, streamingId },
    {
      ...{ face, uid, after, until, askedAt },
      send(bytes) {
        if (isOver) return
        if (res.writableLength > mostBehind) {
          why = 'slow'
          res.destroy()
        } else res.write(bytes)
      },
      end(reason) {
        if (isOver) return
        why = reason
        res.end(endBytes(reason))
      },
      again: async () => ((await answer.again()) as Admission).until,
    },
  )
  if (isOver) leave()
}
