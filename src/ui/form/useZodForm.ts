import { type DefaultValues, type FieldValues, type Resolver, type UseFormReturn, useForm } from 'react-hook-form'
import type { z } from 'zod'
import type { FieldError } from '../../kit/contract'
import { fieldErrorsOf } from '../../kit/validation'
import { useUiWords } from '../words'

/** Says a broken rule in the reader's language; a feature adds the words of its own rules. */
export type RuleWords = Record<string, (limit: number) => string>

export const useRuleText = (own: RuleWords = {}) => {
  const { rules } = useUiWords()
  return ({ rule, limit = 0 }: Pick<FieldError, 'rule' | 'limit'>) => {
    const all: RuleWords = { ...rules, ...own }
    return (all[rule] ?? rules.invalid)(limit)
  }
}

const place = (errors: Record<string, unknown>, path: string[], value: unknown) => {
  const [head = '', ...rest] = path
  if (rest.length === 0) errors[head] ??= value
  else {
    errors[head] ??= {}
    place(errors[head] as Record<string, unknown>, rest, value)
  }
}

type Options<Values extends FieldValues> = {
  /** The contract's own schema: the browser refuses what the operation would. */
  schema: z.ZodType
  values: DefaultValues<Values>
  rules?: RuleWords
}

/** A form over a contract's schema. `showFailure` puts the fields of a 400 beside the fields. */
export const useZodForm = <Values extends FieldValues>({ schema, values, rules }: Options<Values>) => {
  const say = useRuleText(rules)
  const resolver: Resolver<Values> = (entered) => {
    const parsed = schema.safeParse(entered)
    if (parsed.success) return { values: entered, errors: {} }
    const errors: Record<string, unknown> = {}
    for (const error of fieldErrorsOf(parsed.error)) {
      place(errors, error.field.split('.'), { type: error.rule, message: say(error) })
    }
    return { values: {}, errors: errors as never }
  }
  const form = useForm<Values>({ resolver, defaultValues: values, mode: 'onTouched' })
  const showFailure = (fields: readonly FieldError[] | undefined, prefix = '') => {
    for (const error of fields ?? []) {
      if (!error.field.startsWith(prefix)) continue
      form.setError(error.field.slice(prefix.length) as never, { type: error.rule, message: say(error) })
    }
  }
  return Object.assign(form, { showFailure }) as UseFormReturn<Values> & { showFailure: typeof showFailure }
}
