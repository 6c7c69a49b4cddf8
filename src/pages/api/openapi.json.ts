import type { NextApiRequest, NextApiResponse } from 'next'
import { openapi } from '#program/http/openapi.ts'

export default function handler(_req: NextApiRequest, res: NextApiResponse) {
  res.setHeader('Cache-Control', 'public, max-age=300')
  res.status(200).json(openapi())
}
