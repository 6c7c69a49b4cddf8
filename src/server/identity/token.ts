/** Claims of an identity token, not yet verified. */
export type Claims = { iss: string; aud: string; sub: string; iat: number; exp: number; auth_time: number }

const maxLength = 8192
const shape = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]*)$/

const decode = (part: string): Record<string, unknown> | null => {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
  } catch {
    return null
  }
}

/**
 * Whether header and signature have the issuer's format. The emulator's tokens are unsigned and its verifier accepts
 * any algorithm, so that without this check a demo would accept what production refuses.
 */
const isHeaderGood = (header: Record<string, unknown>, signature: string, fromEmulator: boolean) => {
  // A header must not point to its own key.
  if (['jku', 'jwk', 'x5u', 'x5c', 'crit'].some((name) => name in header)) return false
  if (fromEmulator) return header.alg === 'none' && !('kid' in header) && signature === ''
  return (
    header.alg === 'RS256' && typeof header.kid === 'string' && /^[\w-]{1,128}$/.test(header.kid) && signature !== ''
  )
}

const isSeconds = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value > 0

/** Accepted clock skew, in seconds. */
const maxSkew = 60

/** Parses a token before its verification: null for anything that its issuer would not have created. */
export const readToken = (
  token: string,
  expected: { issuer: string; projectId: string; fromEmulator: boolean; atSeconds: number },
): Claims | null => {
  if (token.length > maxLength) return null
  const [, head = '', body = '', signature = ''] = shape.exec(token) ?? []
  const header = decode(head)
  const claims = decode(body)
  if (!header || !claims || !isHeaderGood(header, signature, expected.fromEmulator)) return null
  const { iss, aud, sub, iat, exp, auth_time } = claims
  if (iss !== `${expected.issuer}/${expected.projectId}` || aud !== expected.projectId) return null
  if (typeof sub !== 'string' || sub === '' || sub.length > 128) return null
  if (!isSeconds(iat) || !isSeconds(exp) || !isSeconds(auth_time)) return null
  if (exp <= expected.atSeconds || iat > expected.atSeconds + maxSkew || auth_time > expected.atSeconds + maxSkew)
    return null
  return { iss, aud, sub, iat, exp, auth_time }
}
