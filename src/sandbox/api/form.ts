import { z } from 'zod'

/** The provider's error object and status. */
export class Failure extends Error {
  constructor(
    readonly status: number,
    readonly error: { type: string; message: string; code?: string; param?: string; [more: string]: unknown },
  ) {
    super(error.message)
  }
}

export const invalid = (message: string, { code, param }: { code?: string; param?: string } = {}) =>
  new Failure(400, { type: 'invalid_request_error', message, ...(code && { code }), ...(param && { param }) })

export const missing = (noun: string, id: string, param = 'id') =>
  new Failure(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${noun}: '${id}'`,
    param,
  })

type Value = string | Value[] | { [key: string]: Value }
const forbidden = new Set(['__proto__', 'constructor', 'prototype'])
const mostParts = 6

/** Parses `a[b][0]=c` to nested data. Numeric keys create lists, empty brackets append. */
export const parseForm = (text: string): Record<string, Value> => {
  const root: Record<string, Value> = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) {
    const parts = [name.split('[', 1)[0] ?? '', ...[...name.matchAll(/\[([^\]]*)\]/g)].map(([, part = '']) => part)]
    if (parts.length > mostParts || parts.some((part) => forbidden.has(part))) {
      throw invalid(`Received unknown parameter: ${name}`, { code: 'parameter_unknown', param: name })
    }
    let at: Record<string, Value> = root
    for (const [i, raw] of parts.entries()) {
      const part = raw === '' ? String(Object.keys(at).length) : raw
      if (i === parts.length - 1) at[part] = value
      else {
        const next = at[part]
        if (typeof next !== 'object') at[part] = Object.create(null)
        at = at[part] as Record<string, Value>
      }
    }
  }
  return listed(root) as Record<string, Value>
}

const listed = (value: Value): Value => {
  if (typeof value === 'string') return value
  const entries = Object.entries(value)
  if (entries.length > 0 && entries.every(([key], i) => key === String(i)))
    return entries.map(([, item]) => listed(item))
  return Object.fromEntries(entries.map(([key, item]) => [key, listed(item)]))
}

// --- Kinds of parameters ---------------------------------------------------------------------------------------------

export const text = z.string().min(1).max(5000)
export const integer = z
  .string()
  .regex(/^-?\d{1,12}$/, 'integer')
  .transform(Number)
export const boolean = z.enum(['true', 'false']).transform((value) => value === 'true')
export const metadata = z.record(z.string().max(40), z.string().max(500))
export const expand = z.array(text).max(20).optional()
export const yen = z.literal('jpy')
/** `created[gte]=...` or one moment. */
export const created = z
  .union([
    integer.transform((at) => ({ gte: at, lte: at })),
    z.object({ gte: integer, gt: integer, lte: integer, lt: integer }).partial(),
  ])
  .optional()

const path = (parts: readonly PropertyKey[]) =>
  parts.map((part, i) => (i === 0 ? String(part) : `[${String(part)}]`)).join('')

const failureOf = (issue: z.core.$ZodIssue): Failure => {
  if (issue.code === 'unrecognized_keys') {
    const param = path([...issue.path, issue.keys[0] ?? ''])
    return invalid(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param })
  }
  if (issue.code === 'invalid_union' && issue.errors[0]?.[0]) {
    const inner = issue.errors.flat().toSorted((a, b) => b.path.length - a.path.length)[0]
    if (inner) return failureOf({ ...inner, path: [...issue.path, ...inner.path] } as z.core.$ZodIssue)
  }
  const param = path(issue.path)
  if (issue.code === 'invalid_type' && issue.input === undefined) {
    return invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
  }
  if (issue.message === 'integer')
    return invalid(`Invalid integer: ${param}`, { code: 'parameter_invalid_integer', param })
  if (issue.code === 'too_small' && issue.origin === 'string') {
    return invalid(`You passed an empty string for '${param}'.`, { code: 'parameter_invalid_empty', param })
  }
  return invalid(`Invalid ${param}: ${issue.message}`, { param })
}

/** The parsed body, or an error like the provider's. */
export const read = <T extends z.ZodType>(schema: T, sent: unknown): z.output<T> => {
  const parsed = schema.safeParse(sent, { reportInput: true })
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw issue ? failureOf(issue) : invalid('Invalid request.')
}
