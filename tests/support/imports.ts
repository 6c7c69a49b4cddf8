import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/* The imports of the sources, read as text: TypeScript 7 has no compiler API. */

export type Import = { from: string; to: string; typeOnly: boolean; specifier: string }

export const files = globSync('src/**/*.{ts,tsx}').filter((path) => !/\.test\.tsx?$/.test(path))

const statement = /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[\w*\s{},$]+?\s+from\s+)?['"]([^'"]+)['"]/g
const call = /\b(?:import|require)\(\s*['"]([^'"]+)['"]\s*\)/g

/** The names of the house's parts: '#club/*' is './src/features/club/*' (package.json). */
const names = Object.entries(
  (JSON.parse(readFileSync('package.json', 'utf8')) as { imports: Record<string, string> }).imports,
)

/** The path that a name stands for; undefined for a package. */
const namedPath = (specifier: string) => {
  for (const [name, target] of names) {
    const start = name.replace('*', '')
    if (name === specifier) return normalize(target)
    if (name.endsWith('*') && specifier.startsWith(start))
      return normalize(target.replace('*', specifier.slice(start.length)))
  }
}

const resolveFile = (from: string, specifier: string) => {
  const path = specifier.startsWith('.') ? normalize(join(dirname(from), specifier)) : namedPath(specifier)
  if (!path) return specifier
  return (
    ['', '.ts', '.tsx', '/index.ts', '/index.tsx'].map((end) => path + end).find((each) => files.includes(each)) ?? path
  )
}

export const importsIn = (from: string, source: string): Import[] => {
  const text = source.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  const found = [...text.matchAll(statement)].map(([whole, type, specifier = '']) => ({
    specifier,
    // import { type A, type B } is as good as import type.
    typeOnly: Boolean(type) || /\{(?:\s*type\s+[^,}]+,?)+\s*\}\s*from/.test(whole),
  }))
  const called = [...text.matchAll(call)].map(([, specifier = '']) => ({ specifier, typeOnly: false }))
  return [...found, ...called].map(({ specifier, typeOnly }) => ({
    from,
    to: resolveFile(from, specifier),
    typeOnly,
    specifier,
  }))
}
export const imports = files.flatMap((from) => importsIn(from, readFileSync(from, 'utf8')))
