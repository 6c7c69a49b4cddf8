import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { columnsWithFiles } from '#program/backup/filesOfRows.ts'

/** `table.column` of every column that is declared to hold a picture's address or the key of a file. */
const declared = globSync('src/**/tables.server.ts').flatMap((path) => {
  const [, ...tables] = readFileSync(path, 'utf8').split(/pgTable\(\s*'/)
  return tables.flatMap((text) => {
    const table = /^\w+/.exec(text)?.[0]
    return [...text.matchAll(/(?:picturesColumn|pictureColumn|text)\('(\w+)'\)/g)]
      .filter(([call, name]) => call.startsWith('picture') || name === 'key')
      .map(([, name]) => `${table}.${name}`)
  })
})

/** Keys that are no files. */
const others = ['idempotency_keys.key', 'rate_limits.key', 'sandbox_keys.key']

test('`tsudoi verify` looks for the files of every column that leads to one', () => {
  expect(declared.length).toBeGreaterThan(10)
  expect(declared.filter((column) => !others.includes(column)).toSorted()).toEqual([...columnsWithFiles].toSorted())
})
