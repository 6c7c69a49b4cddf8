// npm run dev:mock: every screen against answers made in the browser, without database or identity.
// `--built` serves a build instead of the sources (the tests of the mocked portal).
import { build } from './build.mjs'
import { checkNode, fail, install, program } from './steps.mjs'

checkNode()
const env = { NEXT_PUBLIC_MOCKED: '1', NEXT_DIST_DIR: '.next-mocked' }
const built = process.argv.includes('--built')
await install({ dev: true })
if (built && (await build({ distDir: '.next-mocked', env, compressed: false })) !== 0)
  fail('The pages could not be built: see above.')
process.exitCode = await program(built ? ['--mocked'] : ['--mocked', '--dev'], env)
