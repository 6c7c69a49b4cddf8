// npm start: from a fresh clone to the running program. `--dev` serves the sources with hot reloading instead of a build.
import { join } from 'node:path'
import { checkNode, fail, install, needDemo, needFfmpeg, node, program, root, run, say } from './steps.mjs'

checkNode()
const dev = process.argv.includes('--dev')
say('Starting Tsudoi')
await install(dev ? { dev } : {})
await needDemo()
await needFfmpeg()
const build = () => run(node(), [join(root, 'scripts/build.mjs')])
if (!dev && (await build()) !== 0) fail('The pages could not be built: see above.')
process.exitCode = await program(dev ? ['--dev'] : [])
