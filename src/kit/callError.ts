import type { FieldError } from './contract'

/** A non-OK answer to an operation (specification, sections 7 and 8), known by its code. */
export type CallError = Error & {
  code: string
  status: number
  requestId: string
  fields?: FieldError[]
}

/** By its marks, not its class: chunks may carry two copies of a class. */
export const isCallError = (error: unknown): error is CallError =>
  error instanceof Error && 'code' in error && 'requestId' in error
