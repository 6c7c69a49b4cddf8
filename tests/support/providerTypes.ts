import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

/*
 * Compiles objects of the payment sandbox against the types of the pinned SDK: one literal for each shape, with the SDK's open
 * strings closed, so that a value that the documentation does not name is an error.
 */

type Json = string | number | boolean | null | Json[] | { [name: string]: Json }

/** Words of the API are kept apart; ids, names and numbers of the same kind are one shape. */
const shapeOf = (value: Json): unknown => {
  if (typeof value === 'string') return /^[a-z][a-z_.]*$/.test(value) ? value : 'text'
  if (typeof value !== 'object' || value === null) return value === null ? null : typeof value
  if (Array.isArray(value)) return [...new Set(value.map((one) => JSON.stringify(shapeOf(one))))].sort()
  return Object.entries(value)
    .map(([name, inner]) => [name, name === 'metadata' ? 'text' : shapeOf(inner)])
    .sort()
}

/** One of each shape. */
export const shapesOf = <T extends object>(all: readonly T[]): T[] => [
  ...new Map(all.map((one) => [JSON.stringify(shapeOf(one as Json)), one])).values(),
]

const typeNames: Record<string, string> = {
  'checkout.session': 'Checkout.Session',
  payment_intent: 'PaymentIntent',
  payment_method: 'PaymentMethod',
  balance_transaction: 'BalanceTransaction',
  'billing_portal.session': 'BillingPortal.Session',
  'billing_portal.configuration': 'BillingPortal.Configuration',
}
const typeOf = (object: string) => typeNames[object] ?? object.replace(/^./, (letter) => letter.toUpperCase())

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

/** What the compiler says of these objects; nothing where all of them are of the SDK's types. */
export const wrongLiterals = (all: readonly { object: string }[]): string[] => wrongShapes(all).map(({ text }) => text)

const wrongShapes = (all: readonly { object: string }[]): { n: number; text: string }[] => {
  const folder = `node_modules/.cache/provider-types-${process.pid}`
  const text = [
    `import type Stripe from 'stripe'`,
    ...all.map((one, n) => `export const o${n}: Stripe.${typeOf(one.object)} = ${written(one as unknown as Json)}`),
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
      return { n, text: `${all[n]?.object ?? ''}: ${line.replace(/^.*error /, '')}` }
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Files in which each test file leaves what the provider sent in it. */
export const sentPrefix = 'sent-'

type Sent = { file: string; shapes: { object: string }[] }

/** What the compiler says of all that was sent in the test files of a run, each with the files in which it was. */
export const wrongInRun = (folder: string): string[] => {
  const all = globSync(`${folder}/${sentPrefix}*.json`).map((path) => JSON.parse(readFileSync(path, 'utf8')) as Sent)
  const shapes = shapesOf(all.flatMap(({ shapes }) => shapes))
  const keyOf = (one: object) => JSON.stringify(shapeOf(one as Json))
  const filesOf = (one: object) =>
    all.filter(({ shapes }) => shapes.some((other) => keyOf(other) === keyOf(one))).map(({ file }) => file)
  if (shapes.length === 0) return []
  return wrongShapes(shapes).map(
    ({ n, text }) =>
      `${text} (${filesOf(shapes[n] ?? {})
        .slice(0, 3)
        .join(', ')})`,
  )
}
