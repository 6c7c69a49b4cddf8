import { spawn } from 'node:child_process'
import fs from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import pg from 'pg'
import { accountForServer } from '#server/db/binaries.ts'
import { freePort, sleep } from '#server/machine/processes.ts'

/** Where this machine has a pgbouncer; nothing installs one for the tests. */
export const pgbouncer = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
  .map((folder) => join(folder, 'pgbouncer'))
  .find((file) => fs.existsSync(file))

const answers = (port: number) =>
  new Promise<boolean>((done) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      done(true)
    }).on('error', () => done(false))
  })

/**
 * A pgbouncer in transaction mode, with few connections to the server of these addresses. Databases keep their names; `other`, under
 * which it offers the server's own database, is the exception.
 */
export const startPgbouncer = async (
  urls: string[],
  {
    connections,
    folder = fs.mkdtempSync(join(tmpdir(), 'tsudoi-pgbouncer-')),
  }: { connections: number; folder?: string },
) => {
  const account = accountForServer()
  fs.mkdirSync(folder, { recursive: true })
  const port = await freePort()
  const roles = urls.map((url) => new pg.Client({ connectionString: url }))
  const [{ host, port: serverPort }] = roles as [pg.Client]
  const users = join(folder, 'users.txt')
  fs.writeFileSync(users, roles.map(({ user, password }) => `"${user}" "${password}"\n`).join(''))
  const settings = join(folder, 'pgbouncer.ini')
  fs.writeFileSync(
    settings,
    `[databases]
other = host=${host} port=${serverPort} dbname=postgres
* = host=${host} port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${connections}
max_client_conn = 500
`,
  )
  fs.chmodSync(folder, 0o755)
  let said = ''
  const start = async () => {
    const child = spawn(pgbouncer ?? 'pgbouncer', [settings], {
      ...account,
      cwd: '/',
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    child.stderr.on('data', (chunk) => {
      said = `${said}${chunk}`.slice(-5000)
    })
    const ended = new Promise((done) => child.once('close', done))
    fs.writeFileSync(join(folder, 'pgbouncer.pid'), `${child.pid}\n`)
    while (!(await answers(port))) {
      if (child.exitCode !== null) throw new Error(`pgbouncer ended: ${said}`)
      await sleep(20)
    }
    return async (signal: 'SIGTERM' | 'SIGKILL') => {
      child.kill(signal)
      await ended
    }
  }
  let end = await start()
  return {
    through: (url: string, name?: string) => {
      const { user, password, database } = new pg.Client({ connectionString: url })
      return `postgresql://${user}:${password}@127.0.0.1:${port}/${name ?? database}`
    },
    /** Every connection of everybody breaks, and none is taken until it is started again. */
    kill: () => end('SIGKILL'),
    start: async () => {
      end = await start()
    },
    stop: async () => {
      await end('SIGTERM')
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}
