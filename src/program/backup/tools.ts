import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { delimiter, join } from 'node:path'
import pg from 'pg'
import { StartProblem } from '#server/machine/processes.ts'

/* PostgreSQL's own tools, of the server's major version: those of another one read or write another format. */

type Tool = 'pg_dump' | 'pg_restore'

const foldersFor = (major: number) => [
  `/usr/lib/postgresql/${major}/bin`,
  `/usr/pgsql-${major}/bin`,
  `/opt/homebrew/opt/postgresql@${major}/bin`,
  ...(process.env.PATH ?? '').split(delimiter),
]

const majorOf = (path: string) => {
  const asked = spawnSync(path, ['--version'], { encoding: 'utf8' })
  return asked.status === 0 ? Number(/\(PostgreSQL\)\s+(\d+)/.exec(asked.stdout)?.[1]) : undefined
}

/** Where this machine has the tool of this version. */
export const findTool = (name: Tool, major: number): string | undefined =>
  foldersFor(major)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .find((path) => majorOf(path) === major)

/** The address without its password, which would stand in the list of processes, and the password as the tools take it. */
const connectionFor = (url: string) => {
  const { password } = new pg.Client({ connectionString: url })
  const dbname = url.replace(/^(\w+:\/\/[^:@/]+):[^@/]*@/, '$1@')
  return { dbname, env: { ...process.env, PGPASSWORD: password ?? '', PGAPPNAME: 'tsudoi backup' } }
}

/** Waits for a program that was started with its errors on a pipe; `say`: what its failure is called, of the last it said. */
export const ended = (child: ChildProcess, say: (code: number | null, lines: string[]) => string): Promise<void> =>
  new Promise((done, failed) => {
    let said = ''
    child.stderr?.on('data', (chunk) => {
      said = `${said}${chunk}`.slice(-4000)
    })
    child.on('error', failed)
    child.on('close', (code) => (code === 0 ? done() : failed(new StartProblem(say(code, said.trim().split('\n'))))))
  })

export const runTool = (path: string, url: string, args: string[]): Promise<void> => {
  const { dbname, env } = connectionFor(url)
  const child = spawn(path, [...args, `--dbname=${dbname}`], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  return ended(child, (code, lines) => `${path} ended with ${code}: ${lines.slice(0, 5).join(' / ')}`)
}
