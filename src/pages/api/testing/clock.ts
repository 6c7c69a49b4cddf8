import type { NextApiRequest, NextApiResponse } from 'next'
import { z } from 'zod'
import { isDemo, serverConfig } from '#config.server.ts'
import { instant } from '#kit/time.ts'
import { now } from '#server/clock.ts'
import { moveClock } from '#server/queue.ts'

/** `isHasty`: of the nights on the way only the last one does what catches up with those before. */
const payload = z.object({ now: instant, isHasty: z.boolean().default(false) })

const answer = async (req: NextApiRequest): Promise<{ status: number; body: object }> => {
  if (serverConfig().CLOCK !== 'adjustable' || !isDemo()) return { status: 404, body: {} }
  if (req.method !== 'POST') return { status: 405, body: {} }
  const parsed = payload.safeParse(req.body)
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

const door = async (req: NextApiRequest, res: NextApiResponse) => {
  const { status, body } = await answer(req)
  if (status === 405) res.setHeader('Allow', 'POST')
  res.status(status).json(body)
}

export default door
