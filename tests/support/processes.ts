import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/*
 * Which test files share a process. Importing the program takes longer than most files' tests, so files share what a process has
 * imported, except those that change it for others: that replace modules, change the settings or the program's lists, stop the
 * clock, or start processes that are measured. Parts of pages share a browser's document as well.
 */
const changesItsProcess = [
  /\bvi\.(mock|doMock|resetModules|stubGlobal|stubEnv|useFakeTimers)\b/,
  /process\.env\.\w+ = |Object\.assign\(process\.env|support\/settings'/,
  /\bas Map</,
  /support\/(program|demoWorld|pushWorld)'|node:child_process/,
]

const files = globSync(['tests/**/*.test.{ts,tsx}', 'src/**/*.test.{ts,tsx}'])
const textOf = (path: string) => readFileSync(path, 'utf8')

const world = normalize('tests/support/world.ts')
const usesWorld = new Map<string, boolean>()
/** Whether a file works on a database: it imports its world, mostly by tests/support/club.ts. */
const needsWorld = (path: string): boolean => {
  const known = usesWorld.get(path)
  if (known !== undefined) return known
  usesWorld.set(path, path === world)
  const relative = [...textOf(path).matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, to = '']) =>
    normalize(join(dirname(path), to)),
  )
  const found =
    path === world ||
    relative.some((to) =>
      globSync(`${to}{,.ts,.tsx}`)
        .filter((file) => /\.tsx?$/.test(file))
        .some(needsWorld),
    )
  usesWorld.set(path, found)
  return found
}

const hasDocument = (path: string) => /@vitest-environment jsdom/.test(textOf(path))
const own = files.filter(
  (path) => changesItsProcess.some((mark) => mark.test(textOf(path))) || (hasDocument(path) && needsWorld(path)),
)
const screens = files.filter((path) => hasDocument(path) && !own.includes(path))
const shared = files.filter((path) => !own.includes(path) && !screens.includes(path))

/** The test files by how they run: with a process of their own, or sharing one, with a document, with a database or with neither. */
export const testFiles = {
  own,
  screens,
  operations: shared.filter(needsWorld),
  rules: shared.filter((path) => !needsWorld(path)),
}
