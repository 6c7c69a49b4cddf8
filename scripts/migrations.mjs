// npm run migrations:generate: the SQL of what changed in `tables.server.ts`. drizzle-kit compares with the newest
// snapshot alone, so that the ones before it are not kept.
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { node, root, run } from './steps.mjs'

process.exitCode = await run(node(), [
  join(root, 'node_modules/drizzle-kit/bin.cjs'),
  'generate',
  ...process.argv.slice(2),
])
const meta = join(root, 'src/server/migrations/meta')
const snapshots = readdirSync(meta)
  .filter((name) => name.endsWith('_snapshot.json'))
  .sort()
for (const name of snapshots.slice(0, -1)) rmSync(join(meta, name))
