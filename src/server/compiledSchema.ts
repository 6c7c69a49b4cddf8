import type { z } from 'zod'

type Schema = z.core.$ZodType
type Check = {
  check: string
  value?: unknown
  inclusive?: boolean
  minimum?: number
  maximum?: number
  format?: string
  pattern?: RegExp
}
type Definition = {
  type: string
  checks?: {
    _zod: { def: Check }
  }[]
  format?: string
  coerce?: boolean
  shape?: Record<string, Schema>
  catchall?: Schema
  element?: Schema
  innerType?: Schema
  options?: Schema[]
  entries?: Record<string, string | number>
  values?: unknown[]
}
const definitionOf = (schema: Schema) => schema._zod.def as Definition

/** What a compiled function answers where the schema refuses, or where it is not sure. */
const failed = Symbol('failed')

/** A word of few is compared, one of many looked up. */
const fewWords = 8

/**
 * Writes the source of one function per kind of object. A schema that it does not know (other formats of texts, rules of our own, records) is
 * asked as it stands, so that nothing is understood in two ways.
 */
class Compiler {
  readonly held: unknown[] = []
  readonly functions: string[] = []
  readonly #names = new Map<Schema, string>()
  #variables = 0

  hold(value: unknown): string {
    return `held[${this.held.push(value) - 1}]`
  }

  #variable(): string {
    this.#variables += 1
    return `v${this.#variables}`
  }

  /** The name of the function that checks a value against this schema. */
  functionOf(schema: Schema): string {
    const known = this.#names.get(schema)
    if (known) return known
    const name = `f${this.#names.size}`
    this.#names.set(schema, name)
    const body =
      definitionOf(schema).type === 'object' && isPlain(definitionOf(schema))
        ? this.#object(definitionOf(schema).shape ?? {})
        : `let out; ${this.#code(schema, 'value', 'out')} return out`
    this.functions.push(`function ${name}(value) { ${body} }`)
    return name
  }

  #object(shape: Record<string, Schema>): string {
    const keys = Object.entries(shape).map(([name, schema]) => ({
      name: JSON.stringify(name),
      schema,
      at: this.#variable(),
    }))
    const firstOptional = keys.findIndex(({ schema }) => definitionOf(schema).type === 'optional')
    const always = firstOptional < 0 ? keys : keys.slice(0, firstOptional)
    const rest = firstOptional < 0 ? [] : keys.slice(firstOptional)
    const read = keys.map(
      ({ name, schema, at }) => `let ${at}; { const x = value[${name}]; ${this.#code(schema, 'x', at)} }`,
    )
    // In the order of the schema, as it was; a key that may be missing stays so.
    const set = rest.map(({ name, schema, at }) =>
      definitionOf(schema).type === 'optional'
        ? `if (${at} !== undefined || ${name} in value) out[${name}] = ${at};`
        : `out[${name}] = ${at};`,
    )
    return [
      "if (typeof value !== 'object' || value === null || Array.isArray(value)) return failed;",
      ...read,
      `const out = { ${always.map(({ name, at }) => `${name}: ${at}`).join(', ')} };`,
      ...set,
      'return out',
    ].join(' ')
  }

  /** Statements that put what the schema makes of `from` into `to`, or answer `failed`. */
  #code(schema: Schema, from: string, to: string): string {
    const definition = definitionOf(schema)
    const unless = (condition: string) => `if (!(${condition})) return failed; ${to} = ${from};`
    switch (isPlain(definition) ? definition.type : 'unknown') {
      case 'string':
        return unless([`typeof ${from} === 'string'`, ...this.#patterns(definition, from)].join(' && '))
      case 'boolean':
        return unless(`typeof ${from} === 'boolean'`)
      case 'number':
        return unless([...numberConditions(definition, from)].join(' && '))
      case 'enum':
        return unless(this.#isOneOf(from, Object.values(definition.entries ?? {})))
      case 'literal':
        return unless(this.#isOneOf(from, definition.values ?? []))
      case 'nullable':
        return `if (${from} === null) ${to} = null; else { ${this.#inner(definition, from, to)} }`
      case 'optional':
        return `if (${from} === undefined) ${to} = undefined; else { ${this.#inner(definition, from, to)} }`
      case 'array':
        return this.#array(definition, from, to)
      case 'object':
        return `${to} = ${this.functionOf(schema)}(${from}); if (${to} === failed) return failed;`
      case 'union':
        return this.#union(definition, from, to)
      default: {
        const parsed = this.#variable()
        return `const ${parsed} = ${this.hold(schema)}.safeParse(${from}); if (!${parsed}.success) return failed; ${to} = ${parsed}.data;`
      }
    }
  }

  #patterns({ checks = [] }: Definition, from: string): string[] {
    return checks.map(({ _zod }) => `${this.hold(_zod.def.pattern)}.test(${from})`)
  }

  #inner({ innerType }: Definition, from: string, to: string): string {
    if (!innerType) throw new Error('A schema around nothing.')
    return this.#code(innerType, from, to)
  }

  #isOneOf(from: string, words: unknown[]): string {
    if (words.length > fewWords) return `${this.hold(new Set(words))}.has(${from})`
    return words.map((word) => `${from} === ${JSON.stringify(word)}`).join(' || ')
  }

  #array({ element }: Definition, from: string, to: string): string {
    if (!element) throw new Error('A list of nothing.')
    const [list, n, one, made] = [this.#variable(), this.#variable(), this.#variable(), this.#variable()]
    return [
      `if (!Array.isArray(${from})) return failed;`,
      `const ${list} = new Array(${from}.length);`,
      `for (let ${n} = 0; ${n} < ${list}.length; ${n}++) {`,
      `const ${one} = ${from}[${n}]; let ${made}; ${this.#code(element, one, made)} ${list}[${n}] = ${made};`,
      `} ${to} = ${list};`,
    ].join(' ')
  }

  /** The first that takes it, as the schema does. */
  #union({ options = [] }: Definition, from: string, to: string): string {
    const tries = options.map((option) => `if (${to} === failed) ${to} = ${this.functionOf(option)}(${from});`)
    return [`${to} = failed;`, ...tries, `if (${to} === failed) return failed;`].join(' ')
  }
}

const ofNumbers = new Set(['greater_than', 'less_than', 'number_format'])

/** Whether nothing but what is written here is asked of a value. */
const isPlain = ({ type, checks = [], format, coerce, catchall, values }: Definition): boolean => {
  if (coerce || catchall) return false
  if (type === 'number')
    return (format === undefined || format === 'safeint') && checks.every(({ _zod }) => ofNumbers.has(_zod.def.check))
  // As ids are: a pattern without a state of its own, which a flag would give it.
  if (type === 'string' && format === undefined)
    return checks.every(({ _zod: { def } }) => def.format === 'regex' && def.pattern && !/[gy]/.test(def.pattern.flags))
  if (type === 'literal' && values?.some((value) => typeof value === 'bigint' || value === undefined)) return false
  return checks.length === 0 && format === undefined
}

function* numberConditions({ format, checks = [] }: Definition, from: string) {
  yield format === 'safeint' ? `Number.isSafeInteger(${from})` : `Number.isFinite(${from})`
  for (const { _zod } of checks) {
    const { check, value, inclusive } = _zod.def
    if (check === 'greater_than') yield `${from} ${inclusive ? '>=' : '>'} ${Number(value)}`
    if (check === 'less_than') yield `${from} ${inclusive ? '<=' : '<'} ${Number(value)}`
  }
}

const compile = (schema: Schema): ((value: unknown) => unknown) => {
  const compiler = new Compiler()
  const name = compiler.functionOf(schema)
  // As zod does for its objects: made once, from the contract alone, never from what somebody sent.
  return new Function('failed', 'held', `${compiler.functions.join('\n')}\nreturn ${name}`)(failed, compiler.held)
}

const compiled = new WeakMap<Schema, (value: unknown) => unknown>()

/**
 * What `schema.parse(value)` answers, by a function that is compiled at the first use: what the schema does not name is dropped, and
 * what it refuses is thrown as its own error.
 */
export const parseCompiled = <S extends z.ZodType>(schema: S, value: unknown): z.output<S> => {
  let check = compiled.get(schema)
  if (!check) {
    check = compile(schema)
    compiled.set(schema, check)
  }
  const checked = check(value)
  return checked === failed ? schema.parse(value) : (checked as z.output<S>)
}
