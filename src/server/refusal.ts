import type { FieldError } from '#kit/contract.ts'

/** Ends an operation with an error code. Recognised by its fields, not its class: there are two module graphs. */
export type Refusal = { refusal: string; fields?: FieldError[]; retryAfter?: number }

export const isRefusal = (error: unknown): error is Refusal =>
  typeof error === 'object' && error !== null && 'refusal' in error && typeof error.refusal === 'string'

export const refuse = (code: string, fields?: FieldError[]): never => {
  throw Object.assign(new Error(code), { refusal: code, ...(fields && { fields }) })
}
