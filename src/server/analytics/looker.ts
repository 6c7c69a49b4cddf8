import { createHmac, randomBytes } from 'node:crypto'

/*
 * Looker's signed embedding: a Looker page in a frame, opened without sign-in by a single-use URL. The fields, their
 * order in the signed text, and HMAC-SHA1 follow Looker's public documentation ("Signed embedding").
 */
export type LookerSettings = { host: string; secret: string; models: readonly string[] }
export type LookerViewer = {
  /** The user, by an id of ours that is no personal data. */
  viewerId: string
  /** Filters of the reports. */
  attributes: Record<string, string>
}

const sessionSeconds = 3600
const permissions = ['access_data', 'see_looks', 'see_user_dashboards', 'see_lookml_dashboards']

/** A page of Looker that may be embedded: `/embed/...` of the configured host, nothing else. */
export const isEmbedPath = (src: string): boolean =>
  /^\/embed\/[\w\-/:.]+(\?[\w\-=&%.+,]*)?$/.test(src) && !src.includes('..') && !src.includes('//')

/** `nonce` is single-use; `at` is in milliseconds. */
export const signedEmbedUrl = (
  { host, secret, models }: LookerSettings,
  src: string,
  { viewerId, attributes }: LookerViewer,
  at: number,
  nonce = randomBytes(16).toString('hex'),
): string => {
  const path = `/login/embed/${encodeURIComponent(src)}`
  const signed = {
    nonce: JSON.stringify(nonce),
    time: JSON.stringify(Math.floor(at / 1000)),
    session_length: JSON.stringify(sessionSeconds),
    external_user_id: JSON.stringify(viewerId),
    permissions: JSON.stringify(permissions),
    models: JSON.stringify(models),
    user_attributes: JSON.stringify(attributes),
    access_filters: JSON.stringify({}),
  }
  const text = [host, path, ...Object.values(signed)].join('\n')
  const signature = createHmac('sha1', secret).update(text, 'utf8').digest('base64')
  const query = new URLSearchParams({ ...signed, signature, force_logout_login: 'true' })
  return `https://${host}${path}?${query}`
}
