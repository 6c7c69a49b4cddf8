import type { FieldError } from '../kit/contract'

/** Ends an operation with a code that its caller is told. Known by its marks, not its class: two module graphs hold two. */
export type Refusal = { refusal: string; fields?: FieldError[]; retryAfter?: number }

export const isRefusal = (error: unknown): error is Refusal =>
  typeof error === 'object' && error !== null && 'refusal' in error && typeof error.refusal === 'string'

export const refuse = (code: string, fields?: FieldError[]): never => {
  throw Object.assign(new Error(code), { refusal: code, ...(fields && { fields }) })
}
