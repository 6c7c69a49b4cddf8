import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { serverConfig } from '#config.server.ts'
import { id } from '#kit/text.ts'

/*
 * The token of unsubscribe links: recipient, brand and kind of mail, signed, so that it works without signing in.
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

/** The contents of a token; null where its signature is wrong. */
export const readStopToken = (token: string): StopOf | null => {
  const [body = '', signature = '', ...more] = token.split('.')
  const [given, right] = [Buffer.from(signature, 'base64url'), signatureOf(body)]
  if (more.length > 0 || given.length !== right.length || !timingSafeEqual(given, right)) return null
  const read = said.safeParse(JSON.parse(Buffer.from(body, 'base64url').toString()))
  if (!read.success) return null
  const [tenantId, brandId, uid] = read.data
  return { tenantId, brandId, uid }
}
