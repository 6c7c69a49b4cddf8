import { serverConfig } from '#config.server.ts'
import type { Cookie } from '../proven'

export const isSecure = () => serverConfig().PUBLIC_ORIGIN.startsWith('https:')
/** `__Host-` needs Secure, which needs https; it keeps other hosts of the domain from setting the cookie for us. */
export const prefixed = (name: string) => (isSecure() ? `__Host-${name}` : name)

/** Which of several cookies with the same name counts is undefined, so such a name is treated as missing. */
export const cookiesOf = (header: string | undefined): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  const twice = new Set<string>()
  for (const part of (header ?? '').split(';')) {
    const [name = '', ...value] = part.trim().split('=')
    if (found.has(name)) twice.add(name)
    found.set(name, value.join('='))
  }
  for (const name of twice) found.delete(name)
  return found
}

/** A cookie that lasts for the browser's session and is not readable by scripts. */
export const cookieLine = ({ name, value, path, domain, secure }: Cookie): string =>
  [
    `${name}=${value}`,
    `Path=${path}`,
    ...(domain ? [`Domain=${domain}`] : []),
    ...(secure ? ['Secure'] : []),
    'HttpOnly',
    'SameSite=Lax',
  ].join('; ')
