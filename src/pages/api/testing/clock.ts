import type { NextApiRequest, NextApiResponse } from 'next'
import { z } from 'zod'
import { isDemo, serverConfig } from '../../../config.server'
import { instant } from '../../../kit/time'
import { now } from '../../../server/clock'
import { moveClock } from '../../../server/jobs'

const payload = z.object({ now: instant })

const door = async (req: NextApiRequest, res: NextApiResponse) => {
  if (serverConfig().CLOCK !== 'adjustable' || !isDemo()) return res.status(404).end()
  if (req.method !== 'POST') return res.status(405).setHeader('Allow', 'POST').end()
  const parsed = payload.safeParse(req.body)
  if (!parsed.success) return res.status(400).json({ ok: false, code: 'validation', message: 'Send {"now": epochMs}.' })
  if (parsed.data.now < now()) {
    return res.status(409).json({ ok: false, code: 'conflict', message: 'The clock only goes forwards.' })
  }
  await moveClock(parsed.data.now)
  return res.status(200).json({ ok: true, now: now() })
}

export default door
