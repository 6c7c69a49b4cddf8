import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

type Entry = {
  version?: string
  resolved?: string
  extraneous?: boolean
  optionalDependencies?: Record<string, string>
}
const lockOf = (folder: string) =>
  (JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as { packages: Record<string, Entry> }).packages

const folders = ['.', ...readdirSync('packages').map((name) => join('packages', name))]

test('what is installed beside the program has a lock of its own', () => {
  expect(folders.length).toBeGreaterThan(3)
  expect(folders.filter((folder) => !existsSync(join(folder, 'package-lock.json')))).toEqual([])
})

test('no lock names a registry, or holds a package that npm would never install', () => {
  const wrong = folders.flatMap((folder) =>
    Object.entries(lockOf(folder))
      .filter(([, { resolved, extraneous }]) => resolved !== undefined || extraneous)
      .map(([name]) => `${folder}: ${name}`),
  )
  expect(wrong).toEqual([])
})

test('the tests run on the Node that npm start installs', () => {
  const versionIn = (folder: string) => lockOf(folder)['node_modules/node']?.version
  expect(versionIn('.')).toBe(versionIn('packages/node'))
  expect(process.versions.node).toBe(versionIn('.'))
})

/** npm leaves out what its registry lacks for other systems, and `npm ci` then refuses the lock. */
test('the locks hold the native parts for every system', () => {
  const found = (packages: Record<string, Entry>, from: string, name: string): boolean => {
    if (packages[join(from, 'node_modules', name)]) return true
    const above = from.lastIndexOf('node_modules/')
    return above >= 0 && found(packages, from.slice(0, above).replace(/\/$/, ''), name)
  }
  const missing = folders.flatMap((folder) => {
    const packages = lockOf(folder)
    return Object.entries(packages).flatMap(([from, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter((name) => !found(packages, from, name))
        .map((name) => `${folder}: ${from} > ${name}`),
    )
  })
  expect(missing).toEqual([])
})
