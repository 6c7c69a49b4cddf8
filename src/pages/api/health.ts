import type { NextApiRequest, NextApiResponse } from 'next'

/** Liveness: the process responds. */
const door = (_request: NextApiRequest, response: NextApiResponse) => {
  response.setHeader('Cache-Control', 'no-store').status(200).json({ ok: true })
}

export default door
