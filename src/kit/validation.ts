import type { z } from 'zod'
import type { FieldError } from './contract'

const ruleOf = (issue: z.core.$ZodIssue): Omit<FieldError, 'field'> => {
  if (issue.code === 'custom') {
    const { rule, limit } = (issue.params ?? {}) as { rule?: string; limit?: number }
    return { rule: rule ?? 'invalid', ...(limit !== undefined && { limit }) }
  }
  if (issue.code === 'too_small') return { rule: 'tooSmall', limit: Number(issue.minimum) }
  if (issue.code === 'too_big') return { rule: 'tooBig', limit: Number(issue.maximum) }
  return { rule: 'invalid' }
}

/** The refused fields and their rules, the same for a form in the browser and a response of 400. */
export const fieldErrorsOf = (error: z.ZodError): FieldError[] =>
  error.issues.slice(0, 50).map((issue) => ({ field: issue.path.join('.'), ...ruleOf(issue) }))
