// npm run check: all checks that do not run the program.
import { availableParallelism } from 'node:os'
import { build } from './build.mjs'
import { binary, checkNode, install, needDemo, quietly, root, run, say } from './steps.mjs'

const node = binary('node')
const tool = (path) => `${root}/node_modules/${path}`

/** Each checker learns the types of packages anew: where another core has the build to do, one does half the work of four. */
const checkers = availableParallelism() > 4 ? [] : ['--checkers', '1']

export const staticChecks = [
  { name: 'lint and format', run: () => quietly('lint and format', node, [tool('@biomejs/biome/bin/biome'), 'check']) },
  { name: 'types', run: () => quietly('types', node, [tool('typescript/bin/tsc'), '--noEmit', ...checkers]) },
]

export const bundleChecks = [
  { name: 'build', run: () => build() },
  { name: 'bundle', run: () => run(node, [`${root}/scripts/bundle.mjs`]) },
]

if (process.argv[1]?.endsWith('check.mjs')) {
  checkNode()
  await install({ dev: true })
  // The tests of the boundaries start as all tests do.
  await needDemo({ always: true })
  const boundaries = {
    name: 'boundaries',
    run: () =>
      run(node, [
        tool('vitest/vitest.mjs'),
        'run',
        'tests/program/boundaries.test.ts',
        'tests/program/wings.test.ts',
        'tests/ground/migrationRules.test.ts',
      ]),
  }
  const unused = { name: 'unused', run: () => quietly('unused', node, [tool('knip/bin/knip.js'), '--no-progress']) }
  const licences = { name: 'licences', run: () => run(node, [`${root}/scripts/licences.mjs`]) }
  const failed = []
  for (const check of [...staticChecks, unused, boundaries, licences, ...bundleChecks])
    if ((await check.run()) !== 0) failed.push(check.name)
  say(failed.length > 0 ? `Failed: ${failed.join(', ')}` : 'All checks passed')
  process.exitCode = failed.length > 0 ? 1 : 0
}
