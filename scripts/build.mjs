// The build: pages by Next, compressed scripts, the bundled server. Run by itself it is what `npm start` builds with, in a
// process of its own, so that the one that stays does not keep the memory.
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { node, quietly, root } from './steps.mjs'

const filesUnder = (path) =>
  readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort()

const hashOf = (files) => {
  const hash = createHash('sha256')
  for (const file of files) hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

/** What libraries go through on their way into the pages (next.config.js). */
const loaders = () => filesUnder(join(root, 'scripts')).filter((file) => file.endsWith('.cjs'))

const buildInputs = () =>
  hashOf([
    ...['package.json', 'package-lock.json', 'next.config.js', 'tsconfig.json', 'scripts/server.mjs'].map((name) =>
      join(root, name),
    ),
    ...loaders(),
    ...['src', 'public'].flatMap((name) => (existsSync(join(root, name)) ? filesUnder(join(root, name)) : [])),
  ])

/** The compiler's cache does not know that a loader has changed: what it kept is of the former one. */
const forgetFormerLoaders = (cache) => {
  const [known, now] = [join(cache, 'loaders'), hashOf(loaders())]
  if (existsSync(known) && readFileSync(known, 'utf8') === now) return
  rmSync(cache, { recursive: true, force: true })
  mkdirSync(cache, { recursive: true })
  writeFileSync(known, now)
}

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)

const ways = { br: (content) => brotli(content), gz: (content) => gzip(content, { level: 9 }) }

/**
 * Once here instead of for every visitor, and therefore as small as it gets. What the last build has compressed is taken from `kept`:
 * with one changed screen that is nearly everything.
 */
const compressBuilt = async (folder, kept) => {
  mkdirSync(kept, { recursive: true })
  const used = new Set()
  const files = filesUnder(folder).filter((file) => /\.(js|css|json|svg|txt)$/.test(file))
  const compress = async (file, ending) => {
    const content = readFileSync(file)
    const name = `${createHash('sha256').update(content).digest('hex')}.${ending}`
    used.add(name)
    // Each is there whole or not at all: whoever stops a first start may stop this in the middle, and a build that is there is served.
    const whole = (path, write) => {
      write(`${path}.part`)
      renameSync(`${path}.part`, path)
    }
    if (!existsSync(join(kept, name))) {
      const packed = await ways[ending](content)
      whole(join(kept, name), (path) => writeFileSync(path, packed))
    }
    whole(`${file}.${ending}`, (path) => copyFileSync(join(kept, name), path))
  }
  await Promise.all(files.flatMap((file) => Object.keys(ways).map((ending) => compress(file, ending))))
  for (const name of readdirSync(kept)) if (!used.has(name)) rmSync(join(kept, name))
}

/** Served are what files a build has: those compressed as well from the moment when this one is there (server/http/builtFiles.ts). */
const whenCompressed = (distDir) => join(root, distDir, 'tsudoi-compressed')

export const compress = async ({ distDir = process.env.NEXT_DIST_DIR ?? '.next' } = {}) => {
  if (existsSync(whenCompressed(distDir))) return
  await compressBuilt(join(root, distDir, 'static'), join(root, distDir, 'cache/compressed'))
  writeFileSync(whenCompressed(distDir), '')
}

const ofThis = (distDir) => ({
  /** The sources of a complete build. */
  stamp: join(root, distDir, 'tsudoi-sources'),
  /** Those of one whose pages are still to be built, and whether another one was there before. */
  begun: join(root, distDir, 'tsudoi-begun'),
})

export const isBuilt = ({ distDir = process.env.NEXT_DIST_DIR ?? '.next' } = {}) => existsSync(ofThis(distDir).stamp)

/** What the last build has left, but for what compilers keep. What says that it is complete goes before anything of it does. */
const forgetBuild = (distDir) => {
  const folder = join(root, distDir)
  rmSync(ofThis(distDir).stamp, { force: true })
  for (const name of existsSync(folder) ? readdirSync(folder) : [])
    if (!['cache', 'dev'].includes(name)) rmSync(join(folder, name), { recursive: true, force: true })
}

/**
 * Begins a build when the sources are not those of the last complete one: bundles the server, which opens all the rest while the pages
 * are built.
 */
const buildServer = async ({ distDir, env }) => {
  const { stamp, begun } = ofThis(distDir)
  const inputs = buildInputs()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === inputs) return 0
  const isFirst = !existsSync(join(root, distDir, 'BUILD_ID'))
  forgetBuild(distDir)
  forgetFormerLoaders(join(root, distDir, 'cache'))
  const server = join(root, 'scripts/server.mjs')
  const code = await quietly('building the server', node(), [server], { env: { ...env, NEXT_DIST_DIR: distDir } })
  if (code !== 0) return code
  // As Next writes it with the pages: a program that runs before they are there looks for it once and no more.
  writeFileSync(join(root, distDir, 'package.json'), '{"type": "commonjs"}')
  writeFileSync(begun, JSON.stringify({ inputs, isFirst }))
  return 0
}

const buildPages = async ({ distDir, env, again }) => {
  const { stamp, begun } = ofThis(distDir)
  const { inputs, isFirst } = JSON.parse(readFileSync(begun, 'utf8'))
  const code = await quietly('building the pages', node(), [join(root, 'node_modules/next/dist/bin/next'), 'build'], {
    env: {
      ...env,
      NEXT_DIST_DIR: distDir,
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      BUILD_CACHE: again || !isFirst ? 'on' : 'off',
    },
  })
  if (code !== 0) return code
  rmSync(begun)
  writeFileSync(stamp, inputs)
  return 0
}

/**
 * Both, if the sources are not those of the last complete build. `compressed`: for visitors, who are not on this machine. `again`:
 * another build will follow, which the compiler's cache makes quick; by itself a first one does not write it, as in a clone that is
 * tried or tested once nobody reads it.
 */
export const build = async ({
  distDir = process.env.NEXT_DIST_DIR ?? '.next',
  env = {},
  compressed = true,
  again = false,
} = {}) => {
  let code = await buildServer({ distDir, env })
  if (code === 0 && !isBuilt({ distDir })) code = await buildPages({ distDir, env, again })
  if (code === 0 && compressed) await compress({ distDir })
  return code
}

/** The steps of `npm start`, which goes on beside them. */
const steps = {
  '--server': () => buildServer({ distDir: process.env.NEXT_DIST_DIR ?? '.next', env: {} }),
  '--pages': () => buildPages({ distDir: process.env.NEXT_DIST_DIR ?? '.next', env: {}, again: false }),
  '--compress': async () => {
    // Beside a program that starts.
    setPriority(constants.priority.PRIORITY_LOW)
    await compress()
    return 0
  },
}
if (process.argv[1]?.endsWith('build.mjs')) process.exitCode = await (steps[process.argv[2]] ?? build)()
