import { results } from './results'

type Schema = { safeParse: (value: unknown) => { success: true; data: unknown } | { success: false; error: unknown } }

/** An answer of this one that is not a success means nobody's clubs, and no message (rule: access.guard). */
const unchecked = new Set(['me.get'])

/** The schemas of the answers, by operation, of every contract that has been loaded here. */
const schemas = new Map<string, Schema>()

export const knowResult = (name: string, result: Schema): void => {
  if (!unchecked.has(name)) schemas.set(name, result)
}

results.check = (name, body, response) => {
  const parsed = schemas.get(name)?.safeParse(body)
  if (!parsed) return body
  if (parsed.success) return parsed.data
  results.screen?.setState({ failed: true })
  globalThis.reportError?.(new Error(`${name} answered what its contract does not say.`, { cause: parsed.error }))
  const requestId = response.headers.get('x-request-id') ?? ''
  throw Object.assign(new Error('Failed to call packed backend'), { code: 'brokenAnswer', status: 200, requestId })
}
