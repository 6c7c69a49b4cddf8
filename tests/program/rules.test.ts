import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/* docs/rules.md is where a rule is written; comments and titles of tests only name its id. */

const rules = fs.readFileSync('docs/rules.md', 'utf8')
const written = [...rules.matchAll(/^\| ([A-Za-z]+(?:\.[A-Za-z]+|\d+)) \|/gm)].map(([, id]) => id ?? '')

const folders = ['src', 'tests', 'e2e', 'bench', 'scripts']
const sources = folders.flatMap((folder) =>
  fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(tsx?|mjs)$/.test(name))
    .map((name) => path.join(folder, name)),
)
const textOf = (file: string) => fs.readFileSync(file, 'utf8')

/** Where a source names a rule: `rule: access.roles` in a comment, `A1` or `A2, A4` at the beginning of a title. */
const citedIn = (file: string, text = textOf(file)) => [
  ...[...text.matchAll(/(?:\(rule|\*\* Rule): ([A-Za-z]+(?:\.[A-Za-z]+|\d+))/g)].map(([, id]) => id ?? ''),
  ...(file.endsWith('.test.ts')
    ? [...text.matchAll(/(?:test|describe)\(['"`]([AB]\d+[^:]*):/g)].flatMap(([, ids]) => ids?.match(/[AB]\d+/g) ?? [])
    : []),
]

test('every rule that a source names is written, once', () => {
  expect(written.filter((id, n) => written.indexOf(id) !== n)).toEqual([])
  const unknown = sources.flatMap((file) =>
    citedIn(file)
      .filter((id) => !written.includes(id))
      .map((id) => `${file}: ${id}`),
  )
  expect(unknown).toEqual([])
})

test('no source cites a document that is not in the repository', () => {
  const elsewhere = /\b(?:records,? \d|architecture, section|reliability, |specification, section)/i
  const self = path.join('tests', 'program', 'rules.test.ts')
  expect(sources.filter((file) => file !== self && elsewhere.test(textOf(file)))).toEqual([])
})

test('a source that names an unknown rule is found', () => {
  const made = ['/** Asked again (', 'rule: money.nothing). */ test(', '"A99, control: nothing", () => {})'].join('')
  expect(citedIn('some.test.ts', made).filter((id) => !written.includes(id))).toEqual(['money.nothing', 'A99'])
})
