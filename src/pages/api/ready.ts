import type { NextApiRequest, NextApiResponse } from 'next'
import { readiness } from '#server/readiness.ts'

/** Readiness: database, jobs and storage respond in time, and take what is written. */
const door = async (_request: NextApiRequest, response: NextApiResponse) => {
  const found = await readiness()
  response
    .setHeader('Cache-Control', 'no-store')
    .status(found.ok ? 200 : 503)
    .json(found)
}

export default door
