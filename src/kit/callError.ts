import type { FieldError } from './contract'

/** An operation's error response (rule: access.errors), with its code. */
export type CallError = Error & {
  code: string
  status: number
  requestId: string
  fields?: FieldError[]
}

/** By its fields, not its class: chunks may contain two copies of a class. */
export const isCallError = (error: unknown): error is CallError =>
  error instanceof Error && 'code' in error && 'requestId' in error
