// npm run tsudoi -- <command>: installs and builds what `npm start` would, and runs a command beside the program.
import { join } from 'node:path'
import { checkNode, fail, install, needFfmpeg, node, root, run } from './steps.mjs'

checkNode()
await install()
await needFfmpeg()
if ((await run(node(), [join(root, 'scripts/build.mjs')])) !== 0) fail('The program could not be built: see above.')
const built = join(root, process.env.NEXT_DIST_DIR ?? '.next', 'program/program/tsudoi.mjs')
process.exitCode = await run(node(), [built, ...process.argv.slice(2)])
