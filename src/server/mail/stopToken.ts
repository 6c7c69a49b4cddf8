import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { serverConfig } from '../../config.server'
import { id } from '../../kit/text'

/*
 * What stands in the link that stops a kind of mail: whose mails of which brand, signed, so that it works without signing in.
 * It can do nothing else: the purpose is part of what is signed.
 */
const purpose = 'stop news by mail'
const said = z.tuple([id, id, z.string().min(1).max(128)])
export type StopOf = { tenantId: string; brandId: string; uid: string }

const signatureOf = (body: string) =>
  createHmac('sha256', serverConfig().URL_SIGNING_SECRET).update(`${purpose} ${body}`).digest()

export const stopToken = ({ tenantId, brandId, uid }: StopOf): string => {
  const body = Buffer.from(JSON.stringify([tenantId, brandId, uid])).toString('base64url')
  return `${body}.${signatureOf(body).toString('base64url')}`
}

/** Whose mails a token stops; null where we did not write it. */
export const readStopToken = (token: string): StopOf | null => {
  const [body = '', signature = '', ...more] = token.split('.')
  const [given, right] = [Buffer.from(signature, 'base64url'), signatureOf(body)]
  if (more.length > 0 || given.length !== right.length || !timingSafeEqual(given, right)) return null
  const read = said.safeParse(JSON.parse(Buffer.from(body, 'base64url').toString()))
  if (!read.success) return null
  const [tenantId, brandId, uid] = read.data
  return { tenantId, brandId, uid }
}
