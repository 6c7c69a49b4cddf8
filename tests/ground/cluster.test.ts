import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { isRunning } from '#server/machine/processes.ts'
import { endLeftClusters } from '../../bench/cluster/left'
import { previousCommit } from '../../bench/cluster/previous'

/* `npm run cluster` that was killed, and the commit that the nightly run builds beside the present version. */
const parent = fs.mkdtempSync(join(tmpdir(), 'tsudoi-left-'))
const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  fs.rmSync(parent, { recursive: true, force: true })
})

/** A process that goes on, with this in its command line. */
const going = async (word: string) => {
  const child = spawn(process.execPath, ['-e', 'console.log(1); setInterval(() => {}, 1000)', '--', word], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  children.push(child)
  await new Promise((begun) => child.stdout.once('data', begun))
  return child.pid ?? 0
}
const clusterIn = (name: string, files: Record<string, number>) => {
  const folder = join(parent, name)
  for (const [file, pid] of Object.entries(files)) {
    fs.mkdirSync(join(folder, file, '..'), { recursive: true })
    fs.writeFileSync(join(folder, file), `${pid}\n`)
  }
  return folder
}

test('what a killed cluster has left is ended by the next start: its own processes, and none whose number it once had', async () => {
  const name = 'tsudoi-cluster-killed'
  const gone = 2 ** 22 + 1
  const [web, pooler, other] = [
    await going(`--of=${join(parent, name)}/web-1`),
    await going(`${join(parent, name)}/pgbouncer.ini`),
    await going('somebody else'),
  ]
  const folder = clusterIn(name, {
    'cluster.pid': gone,
    'web-1/program.pid': web,
    'pgbouncer/pgbouncer.pid': pooler,
    'nginx/nginx.pid': other,
  })
  const holder = await going('bench/cluster.ts')
  const alive = await going(`${join(parent, 'tsudoi-cluster-alive')}/web-1`)
  const running = clusterIn('tsudoi-cluster-alive', { 'cluster.pid': holder, 'web-1/program.pid': alive })
  const starting = join(parent, 'tsudoi-cluster-starting')
  fs.mkdirSync(starting)

  expect(await endLeftClusters(parent)).toEqual([folder])
  expect([web, pooler, other, holder, alive].map((pid) => isRunning(pid, 'setInterval'))).toEqual([
    false,
    false,
    true,
    true,
    true,
  ])
  expect([folder, running, starting].map((path) => fs.existsSync(path))).toEqual([false, true, true])
})

test.each([
  ['## 1.1.0\n\n## 1.0.0 (0123abc)\n\n## 0.9.0 (4567def)\n', '0123abc'],
  ['## 1.1.0\n\n## 1.0.0\n\n## 0.9.0 (4567def)\n', '4567def'],
  ['## 1.0.0 (0123abc)\n', undefined],
  ['## 1.0.0-rc.1\n\n### Since the last pre-release (0.1.0)\n', undefined],
])('the commit of the last version is the one that the changelog names: %j', (changelog, commit) => {
  expect(previousCommit(changelog)).toBe(commit)
})
