// Compares the titles of two runs, whatever file they stand in: node scripts/titles.mjs <folder before> <folder after>, each with
// the reports vitest.json and playwright.json (npm test with TEST_REPORTS=<folder>). Ends with 1 if a title is gone.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const read = (folder, name) =>
  existsSync(join(folder, name)) ? JSON.parse(readFileSync(join(folder, name), 'utf8')) : undefined
const specsOf = ({ specs = [], suites = [] }, above = []) => [
  ...specs.map((spec) => [...above, spec.title].join(' ')),
  ...suites.flatMap((suite) => specsOf(suite, suite.line > 0 ? [...above, suite.title] : above)),
]
/** How often each title is there. */
const titlesIn = (folder) => {
  const ofRules = (read(folder, 'vitest.json')?.testResults ?? []).flatMap(({ assertionResults }) =>
    assertionResults.map(({ fullName }) => fullName.trim()),
  )
  const inBrowser = (read(folder, 'playwright.json')?.suites ?? []).flatMap((suite) => specsOf(suite))
  const counts = new Map()
  for (const title of [...ofRules, ...inBrowser]) counts.set(title, (counts.get(title) ?? 0) + 1)
  return counts
}

const [before, after] = process.argv.slice(2).map(titlesIn)
const missing = [...before].filter(([title, count]) => (after.get(title) ?? 0) < count)
const added = [...after].filter(([title, count]) => (before.get(title) ?? 0) < count)
for (const [title] of missing) process.stdout.write(`- ${title}\n`)
for (const [title] of added) process.stdout.write(`+ ${title}\n`)
process.stdout.write(`${missing.length} gone, ${added.length} new\n`)
process.exitCode = missing.length > 0 ? 1 : 0
