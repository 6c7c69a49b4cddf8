import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { programEnv, root } from '../../scripts/steps.mjs'
import { say } from '../measure'
import type { Cluster } from './cluster'
import { tsudoi } from './command'
import { failures, nothingLost, pause, rowsIn, tallies, underLoad } from './load'

/** The commit of the last version: CHANGELOG names it behind its number, as in "## 1.0.0 (0123abc)". SOAK_PREVIOUS takes another. */
export const previousCommit = (changelog: string): string | undefined => {
  const versions = [...changelog.matchAll(/^## (\S+)(?: \(([0-9a-f]{7,40})\))?/gm)]
  // The first is the one that is being written.
  return versions.slice(1).find(([, , commit]) => commit)?.[2]
}

/** Its sources in a folder of their own, built; its main file. What was built once is used by the next night, too. */
const builtPrevious = (commit: string) => {
  const sources = join(tmpdir(), `tsudoi-version-${commit}`)
  const main = join(sources, '.next/program/program/main.mjs')
  if (fs.existsSync(main)) return main
  const run = (name: string, ...args: string[]) =>
    execFileSync(name, args, {
      cwd: sources,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, ...programEnv },
    })
  fs.rmSync(sources, { recursive: true, force: true })
  fs.mkdirSync(sources)
  execFileSync('git', ['archive', '-o', join(sources, 'sources.tar'), commit], { cwd: root })
  run('tar', '-xf', 'sources.tar')
  const lock = (folder: string) => fs.readFileSync(join(folder, 'package-lock.json'), 'utf8')
  // The same packages, copied: Next takes none that lie outside of its folder.
  if (lock(sources) === lock(root)) run('cp', '-a', '--reflink=auto', join(root, 'node_modules'), 'node_modules')
  else run('npm', 'ci')
  run(process.execPath, 'scripts/build.mjs')
  return main
}

const journal = 'src/server/migrations/meta/_journal.json'
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

/** The commit from which an installation is upgraded: a version, or while there is none the state before the newest change of the schema. */
const commitBefore = (): string => {
  const changelog = fs.readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
  const named = process.env.SOAK_PREVIOUS ?? previousCommit(changelog)
  return git('rev-parse', named ?? `${git('log', '-1', '--format=%H', '--', journal)}^`)
}

export const versionBefore = () => {
  const commit = commitBefore()
  say(`Building the version of before, ${commit.slice(0, 8)}`)
  return { commit, main: builtPrevious(commit) }
}

const migrationsIn = async ({ database }: Cluster) =>
  (await rowsIn<{ n: number }>(database.ownerUrl, 'select count(*)::int as n from drizzle.__drizzle_migrations'))[0]?.n

/**
 * A cluster that runs the version of before becomes one of the present: the schema first, then process by process; a step back, on the
 * new schema, and on again.
 */
export const upgrade = async (cluster: Cluster, before: { commit: string; main: string }): Promise<string[]> => {
  const title = `a rolling upgrade from ${before.commit.slice(0, 8)}, a step back and on again`
  const [migrations, misses] = [await migrationsIn(cluster), [] as string[]]
  const load = await underLoad(cluster, async () => {
    await pause(2000)
    const { code, said } = await tsudoi(['migrate'], cluster.webs[0].env)
    if (code !== 0) misses.push(`${title}: tsudoi migrate said ${said}`)
    for (const version of [undefined, before.main, undefined])
      for (const one of [...cluster.webs, cluster.worker]) {
        await one.stop()
        await one.start(version)
        await pause(2000)
      }
  })
  say(`\n${title}, under load: ${migrations} migrations became ${await migrationsIn(cluster)}`)
  tallies(load)
  return [...misses, ...failures(title, load), ...(await nothingLost(title, cluster.database.appUrl, load))]
}
