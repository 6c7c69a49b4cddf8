// npm start: from a fresh clone to the running program. `--dev` serves the sources with hot reloading instead of a build.
import { join } from 'node:path'
import { isBuilt } from './build.mjs'
import { checkNode, endAll, fail, install, needDemo, needFfmpeg, node, program, root, run, say } from './steps.mjs'

checkNode()
const dev = process.argv.includes('--dev')
say('Starting Tsudoi')
// Side by side: what the demo brings with it needs none of the program's packages, and neither that nor ffmpeg is needed by the build.
const demo = needDemo()
await install(dev ? { dev } : {})
const build = (what) => run(node(), [join(root, 'scripts/build.mjs'), what])
const [code] = await Promise.all([dev ? 0 : build('--server'), demo, needFfmpeg()])
if (code !== 0) fail('The server could not be built: see above.')
let isOver = false
/** Meanwhile the program opens its database, its identity provider and the demo's world. */
const buildPages = async () => {
  if ((await build('--pages')) !== 0 && !isOver) fail('The pages could not be built: see above.')
}
const pages = dev || isBuilt() ? undefined : buildPages()
// The program serves the scripts as they are until they are compressed.
if (!dev) void (pages ?? Promise.resolve()).then(() => !isOver && build('--compress'))
process.exitCode = await program(dev ? ['--dev'] : [], {}, pages)
isOver = true
if (pages) endAll()
