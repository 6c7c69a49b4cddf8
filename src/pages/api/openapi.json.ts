import type { NextApiRequest, NextApiResponse } from 'next'
import { sendDocument } from '#program/http/document.ts'
import { openapi } from '#program/http/openapi.ts'

export default function handler(req: NextApiRequest, res: NextApiResponse) {
  sendDocument(req, res, {
    contentType: 'application/json; charset=utf-8',
    body: JSON.stringify(openapi()),
    maxAge: 300,
  })
}
