import { spawnSync } from 'node:child_process'
import { say } from './measure'
import type { Part } from './world'

export const bundle: Part = async ({ distDir }) => {
  say('\nFirst-load JavaScript, gzip')
  const env = { ...process.env, NEXT_DIST_DIR: distDir }
  const { stdout, stderr, status } = spawnSync(process.execPath, ['scripts/bundle.mjs'], { encoding: 'utf8', env })
  say(stdout.trimEnd())
  return status === 0 ? [] : [stderr.trim()]
}
