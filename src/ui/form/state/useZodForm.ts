import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import { type DefaultValues, type FieldValues, type Resolver, type UseFormReturn, useForm } from 'react-hook-form'
import type { z } from 'zod'
import type { FieldError } from '#kit/contract.ts'
import { fieldErrorsOf } from '#kit/validation.ts'
import { useUiWords } from '../../words'
import { revealFirstProblem } from './reveal'
import { useKeptForm } from './useKeptForm'

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

const valueAt = (values: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, part) => (value as Record<string, unknown> | undefined)?.[part], values)

const isMissing = (value: unknown) =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0)

/** An empty value counts as missing, whichever rule failed first; a choice of none is told by the rule's own words. */
const fitting = (error: FieldError, values: unknown, own: RuleWords = {}): FieldError => {
  const value = valueAt(values, error.field)
  if (Array.isArray(value) && own[error.rule]) return error
  return isMissing(value) ? { field: error.field, rule: 'required' } : error
}

/** The paths of all fields that carry an error. */
const brokenIn = (errors: object, path = ''): string[] =>
  Object.entries(errors).flatMap(([name, error]) => {
    if (typeof error !== 'object' || error === null) return []
    const here = path === '' ? name : `${path}.${name}`
    return 'type' in error && 'message' in error ? [here] : brokenIn(error, here)
  })

type Options<Values extends FieldValues> = {
  /** The contract's own schema: the browser refuses what the operation would. */
  schema: z.ZodType
  values: DefaultValues<Values>
  rules?: RuleWords
  /** A name under which unsaved changes outlast a reload and a sign-in (see useKeptForm). */
  keep?: string
}

export type ZodForm<Values extends FieldValues> = UseFormReturn<Values> & {
  /** Number of fields with errors, for the save bar. */
  problems: number
  /**
   * The handler of a press. Runs when every field suits the schema of that press (the form's own where none is given);
   * else the first wrong field is shown and focused. `form.submit(publish, activeSchema)`
   */
  submit: (run: (values: Values) => unknown, schema?: z.ZodType) => (event?: FormEvent) => Promise<void>
  /** Shows the field errors of a refused call at the fields and reveals the first; returns how many there were. */
  showFailure: (fields: readonly FieldError[] | undefined, prefix?: string) => number
  /** These values are stored now; what was typed since stays as a change. */
  saved: (sent: Values) => void
  /** Back to what is stored. */
  discard: () => void
}

/** A form over a contract's schema. Errors come with a press or on leaving a field, and go as soon as the value is right. */
export const useZodForm = <Values extends FieldValues>(options: Options<Values>): ZodForm<Values> => {
  const { schema, values, rules, keep } = options
  const say = useRuleText(rules)
  /** The last button may have required more than the form itself; its errors stay until they are fixed. */
  const asked = useRef<z.ZodType | null>(null)
  const resolver: Resolver<Values> = (entered) => {
    const parsed = (asked.current ?? schema).safeParse(entered)
    if (parsed.success) return { values: entered, errors: {} }
    const errors: Record<string, unknown> = {}
    for (const error of fieldErrorsOf(parsed.error)) {
      const said = fitting(error, entered, rules)
      place(errors, said.field.split('.'), { type: said.rule, message: say(said) })
    }
    return { values: {}, errors: errors as never }
  }
  const form = useForm<Values>({ resolver, defaultValues: values, mode: 'onTouched' })
  const { errors } = form.formState
  const broken = brokenIn(errors)
  const keptForm = useKeptForm(form, keep)

  const [misses, setMisses] = useState(0)
  useEffect(() => {
    if (misses > 0) revealFirstProblem()
  }, [misses])

  const latest = useRef({ broken, refused: new Set<string>() })
  latest.current.broken = broken
  const { watch, trigger } = form
  useEffect(() => {
    const { unsubscribe } = watch((_, { name = '' }) => {
      const { broken: names, refused } = latest.current
      // An error from the server ends when its field is edited; all other fields are checked by the form's rules.
      refused.delete(name)
      const judged = names.filter((one) => !refused.has(one))
      if (judged.length > 0) void trigger(judged as never)
    })
    return unsubscribe
  }, [watch, trigger])

  const submit: ZodForm<Values>['submit'] = (run, press) => async (event) => {
    event?.preventDefault()
    asked.current = press ?? null
    latest.current.refused.clear()
    if (await form.trigger()) await run(form.getValues())
    else setMisses((n) => n + 1)
  }
  const showFailure: ZodForm<Values>['showFailure'] = (fields = [], prefix = '') => {
    const entered = form.getValues()
    const own = fields
      .filter(({ field }) => field.startsWith(prefix))
      .map((error) => fitting({ ...error, field: error.field.slice(prefix.length) }, entered, rules))
      .filter(({ field }) => (field.split('.')[0] ?? '') in entered)
    for (const error of own) {
      latest.current.refused.add(error.field)
      form.setError(error.field as never, { type: error.rule, message: say(error) })
    }
    if (own.length > 0) setMisses((n) => n + 1)
    return own.length
  }
  const { reset, getValues, setValue } = form
  const { forget } = keptForm
  const saved = useCallback(
    (sent: Values) => {
      const now = getValues()
      forget()
      // A save that was on its way takes nothing back of what a press has just said is wrong.
      const isToldWrong = latest.current.broken.length > 0
      if (!isToldWrong) asked.current = null
      reset(sent, { keepErrors: isToldWrong })
      for (const [name, value] of Object.entries(now)) {
        if (JSON.stringify(value) !== JSON.stringify(sent[name])) {
          setValue(name as never, value as never, { shouldDirty: true })
        }
      }
    },
    [reset, getValues, setValue, forget],
  )
  const discard = () => {
    asked.current = null
    forget()
    reset()
  }
  return Object.assign(form, { problems: broken.length, submit, showFailure, saved, discard })
}
