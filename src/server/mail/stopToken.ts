import { z } from 'zod'
import { id } from '#kit/text.ts'
import { isSigned, signatureOf } from '../signing'

/*
 * The token of unsubscribe links: recipient, brand and kind of mail, signed, so that it works without signing in.
 * It can do nothing else: the purpose is part of what is signed.
 */
const purpose = 'stop news by mail'
const said = z.tuple([id, id, z.string().min(1).max(128)])
export type StopOf = { tenantId: string; brandId: string; uid: string }

const signed = (body: string) => `${purpose} ${body}`

export const stopToken = ({ tenantId, brandId, uid }: StopOf): string => {
  const body = Buffer.from(JSON.stringify([tenantId, brandId, uid])).toString('base64url')
  return `${body}.${signatureOf(signed(body)).toString('base64url')}`
}

/** The contents of a token; null where its signature is wrong. */
export const readStopToken = (token: string): StopOf | null => {
  const [body = '', signature = '', ...more] = token.split('.')
  if (more.length > 0 || !isSigned(signed(body), Buffer.from(signature, 'base64url'))) return null
  const read = said.safeParse(JSON.parse(Buffer.from(body, 'base64url').toString()))
  if (!read.success) return null
  const [tenantId, brandId, uid] = read.data
  return { tenantId, brandId, uid }
}
