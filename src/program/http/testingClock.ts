import type { IncomingMessage, ServerResponse } from 'node:http'
import { z } from 'zod'
import { isDemo, serverConfig } from '#config.server.ts'
import { instant } from '#kit/time.ts'
import { now } from '#server/clock.ts'
import { parseJson } from '#server/http/body.ts'
import { readRaw } from '#server/http/raw.ts'
import { moveClock } from '#server/queue.ts'

const maxBytes = 1024

/** `isHasty`: of the nights on the way only the last one does what catches up with those before. */
const payload = z.object({ now: instant, isHasty: z.boolean().default(false) })

const answer = async (request: IncomingMessage): Promise<{ status: number; body: object }> => {
  if (serverConfig().CLOCK !== 'adjustable' || !isDemo()) return { status: 404, body: {} }
  if (request.method !== 'POST') return { status: 405, body: {} }
  const parsed = payload.safeParse(parseJson(String(await readRaw(request, maxBytes))))
  if (!parsed.success) {
    return { status: 400, body: { ok: false, code: 'validation', message: 'Send {"now": epochMs}.' } }
  }
  if (parsed.data.now < now()) {
    return { status: 409, body: { ok: false, code: 'conflict', message: 'The clock only goes forwards.' } }
  }
  try {
    const { now: to, isHasty } = parsed.data
    await moveClock(to, { isHasty })
  } catch (error) {
    if ((error as { code?: string }).code !== 'inProgress') throw error
    return { status: 409, body: { ok: false, code: 'inProgress', message: 'Another move of the clock is running.' } }
  }
  return { status: 200, body: { ok: true, now: now() } }
}

/** Moves the time of a demo whose clock is adjustable. */
export const openTestingClock = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const { status, body } = await answer(request)
  if (status === 405) response.setHeader('Allow', 'POST')
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
}
