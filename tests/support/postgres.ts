import { execFileSync, type SpawnOptions } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { basename, join } from 'node:path'
import { accountForServer } from '#server/db/binaries.ts'
import { freePort, isRunning, readPid, sleep } from '#server/machine/processes.ts'

/** Debian's PostgreSQL, of the oldest version that is supported, and what archives its log where that is installed. */
const binaries = '/usr/lib/postgresql/15/bin'
const pgBackRest = '/usr/bin/pgbackrest'
export const hasPostgres = fs.existsSync(binaries)

type Run = (name: string, args: string[], env?: Record<string, string>) => string
const runnerAs =
  (options: SpawnOptions): Run =>
  (name, args, env = {}) =>
    execFileSync(name.startsWith('/') ? name : join(binaries, name), args, {
      ...options,
      cwd: '/',
      env: { ...process.env, ...env },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    }) as string

const backRestFile = (folder: string, { port, primary }: { port: number; primary: string }) => {
  const file = join(folder, 'pgbackrest.conf')
  fs.writeFileSync(
    file,
    `[global]
repo1-path=${folder}/archive
repo1-retention-full=2
start-fast=y
log-path=${folder}
lock-path=${folder}/locks
[tsudoi]
pg1-path=${primary}
pg1-port=${port}
pg1-socket-path=${folder}
pg1-user=postgres
`,
  )
  return file
}

/** A primary, with its archive where pgBackRest is installed and unless it is not wanted, and a replica that streams from it; both in this folder. */
export const startPostgres = async (folder: string, { isArchived = true } = {}) => {
  const account = accountForServer()
  fs.mkdirSync(folder, { recursive: true })
  if (account) fs.chownSync(folder, account.uid, account.gid)
  fs.chmodSync(folder, 0o711)
  const run = runnerAs(account ?? {})
  const [port, replicaPort] = [await freePort(), await freePort()]
  const [primary, replica] = [join(folder, 'primary'), join(folder, 'replica')]
  const passwords = { postgres: '', tsudoi_owner: '', tsudoi_app: '', replica: '' }
  for (const role of Object.keys(passwords) as (keyof typeof passwords)[])
    passwords[role] = randomBytes(16).toString('hex')
  const write = (name: string, text: string) => {
    fs.writeFileSync(join(folder, name), text, { mode: 0o600 })
    if (account) fs.chownSync(join(folder, name), account.uid, account.gid)
    return join(folder, name)
  }

  const passwordFile = write('password', passwords.postgres)
  run('initdb', [
    ...['-D', primary, '-U', 'postgres', '-E', 'UTF8', '--locale=C.UTF-8'],
    ...['--auth-local=trust', '--auth-host=scram-sha-256', `--pwfile=${passwordFile}`],
  ])
  const archives = isArchived && fs.existsSync(pgBackRest)
  const backRest = archives ? backRestFile(folder, { port, primary }) : ''
  const settings = (own: number) =>
    `port = ${own}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = '${folder}'\nmax_connections = 100\n`
  const archive = archives
    ? `archive_mode = on\narchive_timeout = 60\narchive_command = '${pgBackRest} --config=${backRest} --stanza=tsudoi archive-push %p'\n`
    : ''
  fs.appendFileSync(join(primary, 'postgresql.conf'), `${settings(port)}wal_level = replica\n${archive}`)
  fs.appendFileSync(join(primary, 'pg_hba.conf'), 'host replication replica 127.0.0.1/32 scram-sha-256\n')
  const control = (data: string, ...args: string[]) =>
    run('pg_ctl', ['-D', data, '-w', '-l', join(folder, `${basename(data)}.log`), ...args])
  control(primary, 'start')
  const sql = (...statements: string[]) =>
    run('psql', [
      '-h',
      folder,
      '-p',
      String(port),
      '-U',
      'postgres',
      '-v',
      'ON_ERROR_STOP=1',
      ...statements.flatMap((one) => ['-c', one]),
    ])
  sql(
    `create role tsudoi_owner login password '${passwords.tsudoi_owner}'`,
    `create role tsudoi_app login password '${passwords.tsudoi_app}'`,
    `create role replica login replication password '${passwords.replica}'`,
    'create database tsudoi owner tsudoi_owner',
  )
  run(
    'pg_basebackup',
    [
      '-h',
      '127.0.0.1',
      '-p',
      String(port),
      '-U',
      'replica',
      '-D',
      replica,
      '-R',
      '-C',
      '-S',
      'replica',
      '-X',
      'stream',
      '-c',
      'fast',
    ],
    {
      PGPASSWORD: passwords.replica,
    },
  )
  fs.appendFileSync(join(replica, 'postgresql.conf'), `${settings(replicaPort)}archive_mode = off\n`)
  control(replica, 'start')
  if (archives) {
    const rest = (...args: string[]) => run(pgBackRest, [`--config=${backRest}`, '--stanza=tsudoi', ...args])
    rest('stanza-create')
    rest('check')
  }
  const url = (role: keyof typeof passwords, at = port, database = 'tsudoi') =>
    `postgresql://${role}:${passwords[role]}@127.0.0.1:${at}/${database}`
  const copies: string[] = []
  /** The primary's folder of a moment from the archive, or of the last that is in it, as a server of its own; its addresses. */
  const restore = async (name: string, { until }: { until?: string } = {}) => {
    const [data, own] = [join(folder, name), await freePort()]
    copies.push(data)
    run('/usr/bin/mkdir', ['-m', '700', data])
    const target = until ? ['--type=time', `--target=${until}`, '--target-action=promote'] : ['--archive-mode=off']
    run(pgBackRest, [`--config=${backRest}`, '--stanza=tsudoi', `--pg1-path=${data}`, ...target, 'restore'])
    fs.appendFileSync(join(data, 'postgresql.conf'), `${settings(own)}archive_mode = off\n`)
    control(data, 'start')
    for (;;) {
      const isBehind = run('psql', [
        ...['-h', folder, '-p', String(own), '-U', 'postgres'],
        '-Atc',
        'select pg_is_in_recovery()',
      ])
      if (isBehind.trim() === 'f') return { appUrl: url('tsudoi_app', own), ownerUrl: url('tsudoi_owner', own) }
      await sleep(100)
    }
  }
  return {
    /** Another database, empty, of the same roles. */
    addDatabase: (name: string) => {
      sql(`create database ${name} owner tsudoi_owner`)
      return { appUrl: url('tsudoi_app', port, name), ownerUrl: url('tsudoi_owner', port, name) }
    },
    sql,
    restore,
    pid: () => readPid(join(primary, 'postmaster.pid')) ?? 0,
    replicaPid: () => readPid(join(replica, 'postmaster.pid')) ?? 0,
    /** As a machine dies: nothing is written to the end. */
    killPrimary: async () => {
      const pid = readPid(join(primary, 'postmaster.pid')) ?? 0
      process.kill(pid, 'SIGKILL')
      while (isRunning(pid, primary)) await sleep(20)
    },
    stopPrimary: () => control(primary, 'stop', '-m', 'immediate'),
    startPrimary: () => control(primary, 'start'),
    /** The replica is the primary from now on. */
    promote: () => {
      control(replica, 'promote')
      return { appUrl: url('tsudoi_app', replicaPort), ownerUrl: url('tsudoi_owner', replicaPort) }
    },
    backUp: () => run(pgBackRest, [`--config=${backRest}`, '--stanza=tsudoi', 'backup']),
    ownerUrl: url('tsudoi_owner'),
    appUrl: url('tsudoi_app'),
    replicaUrl: url('tsudoi_app', replicaPort),
    /** Of the superuser, to hold the replica back. */
    replicaAdminUrl: url('postgres', replicaPort),
    /** The command that backs it up, where this machine has it. */
    backup: archives ? `${pgBackRest} --config=${backRest} --stanza=tsudoi backup` : null,
    stopReplica: () => control(replica, 'stop', '-m', 'fast'),
    startReplica: () => control(replica, 'start'),
    stop: () => {
      for (const data of [...copies, replica, primary]) {
        try {
          control(data, 'stop', '-m', 'fast')
        } catch {
          // It was not running any more.
        }
      }
    },
  }
}
