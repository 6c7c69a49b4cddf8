import type { NextApiRequest, NextApiResponse } from 'next'
import { publicConfig } from '../../config.server'

/** The settings of this start for the browser; every page loads it before its own scripts. */
const door = (_request: NextApiRequest, response: NextApiResponse) => {
  const settings = JSON.stringify(publicConfig()).replaceAll('<', '\\u003c')
  response
    .setHeader('Cache-Control', 'no-store')
    .setHeader('Content-Type', 'text/javascript; charset=utf-8')
    .send(`window.__TSUDOI__ = ${settings}\n`)
}

export default door
