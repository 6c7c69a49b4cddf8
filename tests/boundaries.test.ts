import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

/*
 * The arrows of the house point one way, down. A file's layer follows from its path; what it imports must be allowed there.
 * Types may cross: they vanish. (TypeScript 7 has no compiler API; the imports are read as text.)
 */
type Import = { from: string; to: string; typeOnly: boolean }

const files = globSync('src/**/*.{ts,tsx}').filter((path) => !/\.test\.tsx?$/.test(path))

const statement = /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[\w*\s{},$]+?\s+from\s+)?['"]([^'"]+)['"]/g
const call = /\b(?:import|require)\(\s*['"]([^'"]+)['"]\s*\)/g

const resolveFile = (from: string, specifier: string) => {
  if (!specifier.startsWith('.')) return specifier
  const path = normalize(join(dirname(from), specifier))
  return (
    ['', '.ts', '.tsx', '/index.ts', '/index.tsx'].map((end) => path + end).find((each) => files.includes(each)) ?? path
  )
}

const importsOf = (from: string): Import[] => {
  const text = readFileSync(from, 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  const found = [...text.matchAll(statement)].map(([whole, type, specifier = '']) => ({
    specifier,
    // import { type A, type B } is as good as import type.
    typeOnly: Boolean(type) || /\{(?:\s*type\s+[^,}]+,?)+\s*\}\s*from/.test(whole),
  }))
  const called = [...text.matchAll(call)].map(([, specifier = '']) => ({ specifier, typeOnly: false }))
  return [...found, ...called].map(({ specifier, typeOnly }) => ({ from, to: resolveFile(from, specifier), typeOnly }))
}

const imports = files.flatMap(importsOf)

const isServer = (path: string) => path.startsWith('src/server/') || /\.server\.tsx?$/.test(path)
const isDoor = (path: string) => path.startsWith('src/pages/api/')
const isPage = (path: string) => path.startsWith('src/pages/') && !isDoor(path)
const isScreen = (path: string) => path.startsWith('src/features/') && path.endsWith('.tsx')
const featureOf = (path: string) => path.match(/^src\/features\/([^/]+)\//)?.[1]
const isHandler = (path: string) => /^src\/features\/.*operations\.server\.ts$/.test(path)
const isWords = (path: string) => /words(\.\w+)?\.tsx?$/.test(path)
const isRule = (path: string) =>
  featureOf(path) !== undefined &&
  path.endsWith('.ts') &&
  !isServer(path) &&
  !isWords(path) &&
  !/use[A-Z]\w*\.ts$/.test(path)
const isPackage = (path: string) => !path.startsWith('src/')
const inFolder = (folder: string) => (path: string) => path.startsWith(`src/${folder}/`)

const broken = (isBroken: (each: Import) => boolean) =>
  imports.filter((each) => !each.typeOnly && isBroken(each)).map(({ from, to }) => `${from} -> ${to}`)

test('every import leads to a file', () => {
  const missing = imports.filter(({ to }) => to.startsWith('src/') && !existsSync(to))
  expect(missing.map(({ from, to }) => `${from} -> ${to}`)).toEqual([])
})

test('kit imports zod and nothing else', () => {
  expect(broken(({ from, to }) => inFolder('kit')(from) && !inFolder('kit')(to) && to !== 'zod')).toEqual([])
})

test('pages import screens, client, ui and settings; of the server only the way to ask it', () => {
  expect(broken(({ from, to }) => isPage(from) && isServer(to) && to !== 'src/server/ask.ts')).toEqual([])
})

test('doors import no screens', () => {
  expect(broken(({ from, to }) => isDoor(from) && (isScreen(to) || inFolder('ui')(to)))).toEqual([])
})

test('what runs in a browser imports nothing of the server', () => {
  const isBrowser = (path: string) =>
    isScreen(path) || ['client', 'ui', 'mocks', 'kit'].some((each) => inFolder(each)(path))
  expect(broken(({ from, to }) => isBrowser(from) && (isServer(to) || to.startsWith('node:')))).toEqual([])
})

test('a screen imports the screens of its own feature; of identity the session', () => {
  expect(
    broken(
      ({ from, to }) =>
        isScreen(from) &&
        isScreen(to) &&
        featureOf(from) !== featureOf(to) &&
        to !== 'src/features/identity/session.tsx',
    ),
  ).toEqual([])
})

test('rules and contracts are pure: kit and other rules, no input or output', () => {
  const isAllowed = (to: string) => inFolder('kit')(to) || isRule(to) || to === 'zod'
  expect(broken(({ from, to }) => isRule(from) && !isAllowed(to))).toEqual([])
})

test('handlers import no other handlers, no React and not the database itself', () => {
  const forbidden = (to: string) => isHandler(to) || ['react', 'src/server/db.ts', 'src/server/shared.ts'].includes(to)
  expect(broken(({ from, to }) => isHandler(from) && forbidden(to))).toEqual([])
})

test('one file lists the handlers', () => {
  expect(broken(({ from, to }) => isHandler(to) && from !== 'src/server/operations.ts')).toEqual([])
})

test('the server imports no screens', () => {
  expect(
    broken(({ from, to }) => inFolder('server')(from) && (isScreen(to) || inFolder('ui')(to) || inFolder('pages')(to))),
  ).toEqual([])
})

test('client and ui know no feature', () => {
  const isBelow = (path: string) => inFolder('client')(path) || inFolder('ui')(path)
  expect(broken(({ from, to }) => isBelow(from) && (inFolder('features')(to) || inFolder('pages')(to)))).toEqual([])
})

test('only the clock reads the time', () => {
  const readers = files.filter((path) => {
    if (path === 'src/server/clock.ts' || !(isServer(path) || isRule(path) || inFolder('kit')(path))) return false
    return /\bDate\.now\(\)|\bnew Date\(\)|\bnow\(\)\s*(?:at time zone|-|\+|<|>)?\s*['"`]?interval/.test(
      readFileSync(path, 'utf8'),
    )
  })
  expect(readers).toEqual([])
})

test('nothing is larger than one reading: 400 lines', () => {
  const long = files.filter((path) => readFileSync(path, 'utf8').split('\n').length > 401)
  expect(long).toEqual([])
})

test('the reader of imports sees what it should see', () => {
  expect(imports.some(({ from, to }) => from === 'src/server/main.ts' && to === 'next')).toBe(true)
  expect(imports.some(({ to }) => isPackage(to))).toBe(true)
})
