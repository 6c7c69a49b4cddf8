import type { NextApiRequest, NextApiResponse } from 'next'
import { pool } from '#server/db.ts'
import { shared } from '#server/shared.ts'
import { causeOf, log } from '#server/telemetry/log.ts'

const patienceMs = 3000

const check = async () => {
  await pool().query('select 1')
  return (await shared.jobs?.isAnswering()) === true
}

/** Readiness: database and jobs respond in time. */
const door = async (_request: NextApiRequest, response: NextApiResponse) => {
  response.setHeader('Cache-Control', 'no-store')
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), patienceMs)
  })
  try {
    const ok = await Promise.race([check(), tooLate])
    response.status(ok ? 200 : 503).json({ ok })
  } catch (error) {
    log.warn({ cause: causeOf(error) }, 'not ready')
    response.status(503).json({ ok: false })
  } finally {
    clearTimeout(timer)
  }
}

export default door
