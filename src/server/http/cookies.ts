import type { Cookie } from '../proven'

/** The last one of a name counts in no defined way: whoever sends two of one name has none. */
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

/** A cookie that lives as long as the browser's session; scripts do not see it. */
export const cookieLine = ({ name, value, path, domain, secure }: Cookie): string =>
  [
    `${name}=${value}`,
    `Path=${path}`,
    ...(domain ? [`Domain=${domain}`] : []),
    ...(secure ? ['Secure'] : []),
    'HttpOnly',
    'SameSite=Lax',
  ].join('; ')
