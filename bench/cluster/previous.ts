import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { programEnv, root } from '../../scripts/steps.mjs'
import { say } from '../measure'
import type { Cluster } from './cluster'
import { failures, nothingLost, pause, tallies, underLoad } from './load'

/** The commit of the last version: CHANGELOG names it behind its number, as in "## 1.0.0 (0123abc)". SOAK_PREVIOUS takes another. */
export const previousCommit = (changelog: string): string | undefined => {
  const versions = [...changelog.matchAll(/^## (\S+)(?: \(([0-9a-f]{7,40})\))?/gm)]
  // The first is the one that is being written.
  return versions.slice(1).find(([, , commit]) => commit)?.[2]
}

/** Its sources in a folder of their own, built; its main file. What was built once is used by the next night, too. */
export const builtPrevious = (commit: string) => {
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

/** The last version beside this one, and in place of it, on this one's schema; then this one again. */
export const backToPrevious = async (cluster: Cluster): Promise<string[]> => {
  const commit = process.env.SOAK_PREVIOUS ?? previousCommit(fs.readFileSync(join(root, 'CHANGELOG.md'), 'utf8'))
  if (!commit) {
    say('\nthe last version on this schema: SKIPPED, as CHANGELOG names no commit of one (SOAK_PREVIOUS takes one)')
    return []
  }
  const main = builtPrevious(commit)
  const title = `the last version (${commit}) on this schema, web by web, and back`
  const load = await underLoad(cluster, async () => {
    for (const version of [main, undefined])
      for (const one of [...cluster.webs, cluster.worker]) {
        await one.stop()
        await one.start(version)
        await pause(2000)
      }
  })
  say(`\n${title}, under load`)
  tallies(load)
  return [...failures(title, load), ...(await nothingLost(title, cluster.database.appUrl, load))]
}
