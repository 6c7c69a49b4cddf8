import type { NextApiRequest, NextApiResponse } from 'next'
import { proxiesOf } from '#server/http/address.ts'

/** Liveness: the process responds. By `proxies` whoever sets the program up sees whether TRUSTED_PROXIES is right (program/setup). */
const door = (request: NextApiRequest, response: NextApiResponse) => {
  response
    .setHeader('Cache-Control', 'no-store')
    .status(200)
    .json({ ok: true, proxies: proxiesOf(request) })
}

export default door
