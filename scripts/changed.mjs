// Which tests a change touches (npm test -- --changed).
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, sep } from 'node:path'
import { root } from './steps.mjs'

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)

/** What differs from a commit, the last one if none is named, with files that git does not know yet. */
export const changedFiles = (since = 'HEAD') => [
  ...git('diff', '--name-only', since),
  ...git('ls-files', '--others', '--exclude-standard'),
]

const { imports: names } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const statement = /\b(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g

const pathOf = (from, specifier) => {
  if (specifier.startsWith('.')) return normalize(join(dirname(from), specifier))
  for (const [name, target] of Object.entries(names)) {
    const start = name.replace('*', '')
    if (specifier === name || (name.endsWith('*') && specifier.startsWith(start)))
      return normalize(target.replace('*', specifier.slice(start.length)))
  }
}
const known = new Map()
/** The files that a file imports. */
const importsOf = (file) => {
  const before = known.get(file)
  if (before) return before
  const text = readFileSync(join(root, file), 'utf8')
  const found = [...text.matchAll(statement)].flatMap(([, specifier]) => {
    const path = pathOf(file, specifier)
    return path
      ? ['', '.ts', '.tsx']
          .map((end) => path + end)
          .filter((each) => /\.\w+$/.test(each) && existsSync(join(root, each)))
          .slice(0, 1)
          .map((each) => each.split(sep).join('/'))
      : []
  })
  known.set(file, found)
  return found
}

const slashed = (path) => path.split(sep).join('/')
const roomOf = (file) => (file.startsWith('src/features/') ? `${dirname(file)}/` : undefined)
const allFiles = () =>
  ['src', 'tests'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => slashed(join(folder, name))),
  )
const isTest = (file) => /\.test\.tsx?$/.test(file)

/**
 * The tests that stand nearest to a changed file: those that import it, or, of a feature, name its room; where there are none, those
 * of the files that import it, and so on. Every operation is reached through the whole program: what lies further away is for the
 * whole suite.
 */
const nearestTo = (changed, files) => {
  const room = roomOf(changed)
  let here = new Set([changed])
  const seen = new Set(here)
  while (here.size > 0) {
    const importers = files.filter((file) => importsOf(file).some((to) => here.has(to)))
    const inRoom = room ? files.filter((file) => isTest(file) && importsOf(file).some((to) => to.startsWith(room))) : []
    const tests = [...importers, ...inRoom].filter(isTest)
    if (tests.length > 0) return tests
    here = new Set(importers.filter((file) => !seen.has(file)))
    for (const file of here) seen.add(file)
  }
  return []
}

export const touchedBy = (changed) => {
  const files = allFiles()
  const touched = changed.flatMap((file) => (isTest(file) ? [file] : nearestTo(file, files)))
  return [...new Set(touched)].filter((file) => existsSync(join(root, file))).sort()
}

const ofPages = /^(src\/(pages|ui|client|mocks)\/|public\/|next\.config\.js$)|\.tsx$|\/(mock|words\.\w+)\.ts$/
const ofBrowser = /^(e2e\/support\/|playwright\.config\.ts$)/

/** The browser tests, by what Playwright is told: all of the mocked pages where what they load has changed. */
export const touchedInBrowser = (changed) => {
  const specs = changed.filter((file) => /^e2e\/.*\.spec\.ts$/.test(file) && existsSync(join(root, file)))
  const mocked = changed.some((file) => ofPages.test(file) && !file.startsWith('tests/'))
  if (changed.some((file) => ofBrowser.test(file))) return ['e2e/']
  const wanted = [...(mocked ? ['e2e/mocked/'] : []), ...specs]
  // Without a test of the whole program that is not started.
  const isMocked = wanted.length > 0 && wanted.every((file) => file.startsWith('e2e/mocked/'))
  return isMocked ? ['--project=mocked', ...wanted] : wanted
}
