import type { IncomingMessage } from 'node:http'
import type { NextApiRequest, NextApiResponse } from 'next'
import { addressOf } from './address'
import { allowOrigin } from './origins'
import { type Request, serve } from './serve'

/** No operation takes more; each one's own limit is checked by serve. */
const maxBytes = 512 * 1024

const readBody = async (req: IncomingMessage): Promise<string | 'tooLarge' | null> => {
  if (Number(req.headers['content-length'] ?? 0) > maxBytes) return 'tooLarge'
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBytes) return 'tooLarge'
    chunks.push(chunk)
  }
  return size === 0 ? null : Buffer.concat(chunks).toString('utf8')
}

/** Carries a request from Next to serve and the answer back, and knows nothing else. */
export const operationDoor = (base: Request['base']) => async (req: NextApiRequest, res: NextApiResponse) => {
  allowOrigin(req, res, 'authorization, content-type, idempotency-key, x-request-id')
  if (req.method === 'OPTIONS') {
    res.status(204).end()
    return
  }
  const { operation } = req.query
  const answer = await serve({
    base,
    name: Array.isArray(operation) ? operation.join('/') : '',
    method: req.method ?? '',
    body: await readBody(req),
    headers: {
      authorization: req.headers.authorization,
      'content-type': req.headers['content-type'],
      'accept-language': req.headers['accept-language'],
      'idempotency-key': one(req.headers['idempotency-key']),
      'x-request-id': one(req.headers['x-request-id']),
    },
    address: addressOf(req),
  })
  res.writeHead(answer.status, answer.headers).end(answer.body)
}

const one = (header: string | string[] | undefined) => (Array.isArray(header) ? header[0] : header)
