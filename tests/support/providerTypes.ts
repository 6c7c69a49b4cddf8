import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

/*
 * Compiles what the payment sandbox and the program send each other against the types of the pinned SDK: one literal for each
 * shape, with the SDK's open strings closed, so that a value that the documentation does not name is an error.
 */

type Json = string | number | boolean | null | Json[] | { [name: string]: Json }

/** One message with its type as the SDK names it; in a form's fields numbers and booleans are text. */
export type Message = { type: string; body: object; isForm?: boolean }

/** Words of the API are kept apart; ids, names and numbers of the same kind are one shape. */
const shapeOf = (value: Json): unknown => {
  if (typeof value === 'string') return /^[a-z][a-z_.]*$/.test(value) ? value : 'text'
  if (typeof value !== 'object' || value === null) return value === null ? null : typeof value
  if (Array.isArray(value)) return [...new Set(value.map((one) => JSON.stringify(shapeOf(one))))].sort()
  return Object.entries(value)
    .map(([name, inner]) => [name, name === 'metadata' ? 'text' : shapeOf(inner)])
    .sort()
}

const keyOf = ({ type, body }: Message) => `${type} ${JSON.stringify(shapeOf(body as Json))}`

/** One of each shape. */
export const shapesOf = (all: readonly Message[]): Message[] => [
  ...new Map(all.map((one) => [keyOf(one), one])).values(),
]

const typeNames: Record<string, string> = {
  'checkout.session': 'Checkout.Session',
  payment_intent: 'PaymentIntent',
  payment_method: 'PaymentMethod',
  balance_transaction: 'BalanceTransaction',
  'billing_portal.session': 'BillingPortal.Session',
  'billing_portal.configuration': 'BillingPortal.Configuration',
}
/** An object of the provider, which says its own name. */
export const objectMessage = (body: { object: string }): Message => {
  const name = typeNames[body.object] ?? body.object.replace(/^./, (letter) => letter.toUpperCase())
  return { type: `Stripe.${name}`, body }
}

/** Digits of a form are a number or a text, whichever its type names: its place and its name are what is checked. */
const writtenOfForm = (value: Json, name = ''): string => {
  if (value === 'true' || value === 'false') return value
  if (typeof value === 'string' && /^-?\d+$/.test(value)) return `(${JSON.stringify(value)} as never)`
  if (Array.isArray(value)) return `[${value.map((one) => writtenOfForm(one)).join(', ')}]`
  if (typeof value !== 'object' || value === null || name === 'metadata') return JSON.stringify(value)
  return `{ ${Object.entries(value)
    .map(([inner, one]) => `${JSON.stringify(inner)}: ${writtenOfForm(one, inner)}`)
    .join(', ')} }`
}

/** Decimals are sent as text, and typed as a class that the SDK makes of it. */
const written = (value: Json, name = ''): string => {
  if (name.endsWith('_decimal') && value !== null) return `(${JSON.stringify(value)} as unknown as Stripe.Decimal)`
  if (Array.isArray(value)) return `[${value.map((one) => written(one)).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return `{ ${Object.entries(value)
    .map(([inner, one]) => `${JSON.stringify(inner)}: ${written(one, inner)}`)
    .join(', ')} }`
}

const openString = 'export type OtherString = string & Record<never, never>;'

/** The SDK's types with its open strings closed, beside which the literals are compiled. */
const closedTypes = (folder: string) => {
  const sdk = `${folder}/node_modules/stripe`
  mkdirSync(sdk, { recursive: true })
  cpSync('node_modules/stripe/package.json', `${sdk}/package.json`)
  cpSync('node_modules/stripe/esm', `${sdk}/esm`, { recursive: true, filter: (name) => !/\.(js|map)$/.test(name) })
  const shared = readFileSync(`${sdk}/esm/shared.d.ts`, 'utf8')
  if (!shared.includes(openString)) throw new Error('The SDK writes its open strings in another way.')
  writeFileSync(`${sdk}/esm/shared.d.ts`, shared.replace(openString, 'export type OtherString = never;'))
}

const config = {
  compilerOptions: {
    ...{ strict: true, noEmit: true, skipLibCheck: true, target: 'es2023', lib: ['es2023'], types: ['node'] },
    ...{ module: 'esnext', moduleResolution: 'bundler' },
  },
  files: ['literals.ts'],
}

/** What the compiler says of these messages; nothing where all of them are of the SDK's types. */
export const wrongLiterals = (all: readonly Message[]): string[] => wrongShapes(all).map(({ text }) => text)

const wrongShapes = (all: readonly Message[]): { n: number; text: string }[] => {
  const folder = `node_modules/.cache/provider-types-${process.pid}`
  const text = [
    `import type Stripe from 'stripe'`,
    ...all.map(
      ({ type, body, isForm }, n) =>
        `export const o${n}: ${type} = ${(isForm ? writtenOfForm : written)(body as unknown as Json)}`,
    ),
  ].join('\n')
  try {
    closedTypes(folder)
    writeFileSync(`${folder}/literals.ts`, text)
    writeFileSync(`${folder}/tsconfig.json`, JSON.stringify(config))
    const tsc = ['node_modules/typescript/bin/tsc', '-p', `${folder}/tsconfig.json`, '--pretty', 'false']
    const { stdout, status } = spawnSync(process.execPath, tsc, { encoding: 'utf8' })
    const said = stdout.split('\n').filter((line) => /error TS/.test(line))
    if (status !== 0 && said.length === 0) throw new Error(`The compiler failed: ${stdout}`)
    return said.map((line) => {
      const n = Number(/literals\.ts\((\d+),/.exec(line)?.[1] ?? 0) - 2
      return { n, text: `${all[n]?.type ?? ''}: ${line.replace(/^.*error /, '')}` }
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Files in which each test file leaves what the program and the provider sent each other in it. */
export const sentPrefix = 'sent-'

type Sent = { file: string; shapes: Message[] }

/** What the compiler says of all that was sent in the test files of a run, each with the files in which it was. */
export const wrongInRun = (folder: string): string[] => {
  const all = globSync(`${folder}/${sentPrefix}*.json`).map((path) => JSON.parse(readFileSync(path, 'utf8')) as Sent)
  const shapes = shapesOf(all.flatMap(({ shapes }) => shapes))
  const filesOf = (one: Message | undefined) =>
    all.filter(({ shapes }) => one && shapes.some((other) => keyOf(other) === keyOf(one))).map(({ file }) => file)
  if (shapes.length === 0) return []
  return wrongShapes(shapes).map(({ n, text }) => `${text} (${filesOf(shapes[n]).slice(0, 3).join(', ')})`)
}
