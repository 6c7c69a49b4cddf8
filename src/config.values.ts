import { z } from 'zod'

/* Kinds of settings, each with the sentence that refuses a value. */

/** zod's own URL type trims: here a stray space is an error at the start, like any other mistake. */
export const address = (protocols: string[], error: string) =>
  z.string().refine((value) => {
    return !/\s/.test(value) && URL.canParse(value) && protocols.includes(new URL(value).protocol)
  }, error)

export const httpUrl = address(['http:', 'https:'], 'must be an http or https URL')
export const postgresUrl = address(['postgres:', 'postgresql:'], 'must be a postgresql:// URL')
export const origin = httpUrl.refine(
  (value) => URL.canParse(value) && new URL(value).origin === value,
  'must be an origin such as https://example.com',
)
// Browsers give features that the portal needs (`crypto.randomUUID`) to https and local pages only, as with pictures.
const isSecure = (value: string) => {
  if (!URL.canParse(value)) return false
  const { protocol, hostname } = new URL(value)
  return protocol === 'https:' || /^(localhost|127\.0\.0\.1)$/.test(hostname)
}
export const secure = [isSecure, 'must be https, or http on localhost'] as const
/** A path of this site or an http(s) address. */
export const link = z.union([z.string().regex(/^\/(?![/\\])\S*$/), httpUrl], {
  error: 'must be a path or an http(s) URL',
})

export const boolean = z
  .enum(['true', 't', '1', 'false', 'f', '0'], { error: 'must be one of true, false, t, f, 1, 0' })
  .transform((value) => ['true', 't', '1'].includes(value))

export const signInProvider = z.enum(['password', 'google'])
export type SignInProvider = z.infer<typeof signInProvider>

export const list = <T extends z.ZodType<string, string>>(item: T) =>
  z
    .string()
    .transform((value) => value.split(',').flatMap((part) => part.trim() || []))
    .pipe(z.array(item))

export const wholeNumber = (min: number, max = Number.MAX_SAFE_INTEGER) =>
  z
    .string()
    .regex(/^\d{1,15}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`))

/** A share such as 0.036, exact to a millionth. */
export const rate = z
  .string()
  .regex(/^(0(\.\d{1,6})?|1(\.0{1,6})?)$/, 'must be a share between 0 and 1 such as 0.036')
  .transform(Number)

/** A PEM file's text; also accepted as one line with `\n` for line ends. */
export const privateKey = z
  .string()
  .transform((text) => text.replaceAll('\\n', '\n'))
  .refine(
    (text) => /^-----BEGIN (RSA )?PRIVATE KEY-----\n[A-Za-z0-9+/=\n]+-----END (RSA )?PRIVATE KEY-----\s*$/.test(text),
    'must be an RSA private key in PEM format',
  )

/** Ends of names that nobody has (RFC 2606). */
export const ofNobody = /\.(?:example|test|invalid)(?![\w.-])/

export const longSecret = z.string().min(32, 'must have at least 32 characters')

export const port = wholeNumber(1, 65_535)

/** Exactly so many bytes in base64url, without padding. */
export const base64Url = (bytes: number, error: string) =>
  z.string().refine((value) => /^[\w-]+$/.test(value) && Buffer.from(value, 'base64url').length === bytes, error)
