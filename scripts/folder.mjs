// npm run build -- [folder]: the program as a folder that is copied to servers. It needs Node there, and no registry, no compiler and
// none of the sources; the demo is not in it.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { build } from './build.mjs'
import { bundleServer } from './server.mjs'
import { checkNode, fail, install, programEnv, root, runningNode, say, youngRoom } from './steps.mjs'

const distDir = '.next'
const built = join(root, distDir)
const bundled = join(built, 'without-demo')
/** The list of what it is built from. */
const bill = 'sbom.cdx.json'
const require = createRequire(join(root, 'package.json'))
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))
const slashes = (path) => path.replaceAll(sep, '/')

// --- Pages -----------------------------------------------------------------------------------------------------------

/** Pages of the demo are unknown addresses beside a real project. */
const isOfDemo = (page) => /^\/(?:(?:ja|en)\/)?(?:api\/testing|sandbox)(?:[/.]|$)/.test(page)
const pageOf = (file) => /\/server\/pages(\/.*)/.exec(file)?.[1] ?? ''

/** Next's build without its cache, types, traces and source maps. */
const copyPages = (folder) => {
  const left = ['cache', 'diagnostics', 'types', 'turbopack', 'program', 'without-demo', 'trace', 'trace-build', 'lock']
  const isWanted = (from) => {
    const path = slashes(relative(built, from))
    return !left.includes(path) && !/\.(map|nft\.json)$/.test(path) && !isOfDemo(pageOf(`/${path}`))
  }
  cpSync(built, join(folder, distDir), { recursive: true, filter: isWanted, verbatimSymlinks: true })
  const list = join(folder, distDir, 'server/pages-manifest.json')
  const pages = Object.entries(readJson(list)).filter(([page]) => !isOfDemo(page))
  writeFileSync(list, JSON.stringify(Object.fromEntries(pages)))
  // Paths of this machine mean nothing on another one.
  for (const name of ['required-server-files.json', 'required-server-files.js']) {
    const file = join(folder, distDir, name)
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, text.replaceAll(JSON.stringify(resolve(root)).slice(1, -1), '.'))
  }
}

// --- Packages --------------------------------------------------------------------------------------------------------

/** Of Next what serves a build, found as Next finds it for a standalone build: its compilers and its development server stay out. */
const compilers = [
  /\/next\/dist\/compiled\/(webpack|babel|babel-packages|terser|jest-worker|@mswjs\/interceptors)\//,
  /\/next\/dist\/(lib\/upgrade|pages|server\/lib\/route-resolver)/,
  /\.(development|dev)\.js$/,
  /\/node_modules\/(typescript|esbuild|@next\/swc-[\w-]+|caniuse-lite|sharp|@img)\//,
]
const documents = /\.(d\.[mc]?ts|map|md|markdown|tsbuildinfo)$/

/** What Next's build found for each of its pages and for its server. */
const tracedByNext = () =>
  readdirSync(built, { recursive: true }).flatMap((name) => {
    if (!name.endsWith('.nft.json') || isOfDemo(pageOf(`/${slashes(name)}`))) return []
    const at = dirname(join(built, name))
    return readJson(join(built, name)).files.map((file) => slashes(relative(root, join(at, file))))
  })

const trace = async (entries, ignore) => {
  const { nodeFileTrace } = require('next/dist/compiled/@vercel/nft')
  const { fileList } = await nodeFileTrace(entries, {
    base: root,
    processCwd: root,
    mixedModules: true,
    ignore: (path) => ignore(`/${slashes(path)}`),
  })
  return [...fileList].map(slashes)
}

/** Found by a name that the bundle hides from whoever traces it. */
const named = [
  'zengin-code',
  'react-gtm-module/dist/Snippets',
  ...['core/logger', 'core/context', 'server/rtmp_server'].map((name) => `node-media-server/src/${name}.js`),
]
/** Two of the 18 files of a font. */
const fonts = ['400Regular', '700Bold'].map(
  (weight) => `node_modules/@expo-google-fonts/noto-sans-jp/${weight}/NotoSansJP_${weight}.ttf`,
)

/** `node_modules/a/node_modules/b` of a file in it. */
const packageOf = (path) => /^((?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]

const copy = (path, folder, options = {}) =>
  cpSync(join(root, path), join(folder, path), { recursive: true, dereference: false, ...options })

/**
 * What Next and its pages load, file by file. What the program itself loads, by whole packages: a file that one of them loads late, by
 * a name that is made up, is there.
 */
const copyPackages = async (folder, byNext) => {
  const server = ['server/next', 'server/require-hook', 'server/lib/router-server'].map((name) => `next/dist/${name}`)
  const ofNext = await trace(
    server.map((name) => require.resolve(name)),
    (path) => compilers.some((one) => one.test(path)),
  )
  for (const path of new Set([...byNext, ...ofNext, ...fonts]))
    if (path.startsWith('node_modules/') && !documents.test(path) && existsSync(join(root, path))) copy(path, folder)

  const entries = [
    ...['main', 'tsudoi'].map((name) => join(bundled, 'program', `${name}.mjs`)),
    ...named.map((name) => require.resolve(name)),
  ]
  const ours = await trace(entries, (path) => path.includes('/node_modules/next/'))
  for (const path of new Set(ours.map(packageOf))) {
    if (path === undefined || path === 'node_modules/next') continue
    const isInner = (from) => slashes(relative(join(root, path), from)) === 'node_modules'
    copy(path, folder, { filter: (from) => !isInner(from) && !documents.test(from) })
  }
}

// --- The folder ------------------------------------------------------------------------------------------------------

const entryOf = (name, lines) => `// ${name}
if (Number.parseInt(process.versions.node, 10) < ${runningNode}) {
  process.stderr.write(\`Tsudoi needs Node ${runningNode} or newer; this is Node \${process.versions.node}.\\n\`)
  process.exit(1)
}
${lines}`

/**
 * Some settings of V8 and of the C library count only from a process's first moment: the process replaces itself by one that has them,
 * under the same number, so that whoever started it keeps it. Next is given its settings as they were built, as in its own standalone
 * builds: reading them anew needs its compiler.
 */
const mainEntry = entryOf(
  'node main: starts the program',
  `const [{ fileURLToPath }, { readFileSync }] = await Promise.all([import('node:url'), import('node:fs')])
const at = (path) => fileURLToPath(new URL(path, import.meta.url))
const { config } = JSON.parse(readFileSync(at('./${distDir}/required-server-files.json'), 'utf8'))
const env = { ...${JSON.stringify(programEnv)}, ...process.env, __NEXT_PRIVATE_STANDALONE_CONFIG: JSON.stringify(config) }
const args = [...${JSON.stringify(['--expose-gc', ...youngRoom])}, ...process.execArgv, at('./${distDir}/program/program/main.mjs')]
// Of execve, which Node calls experimental.
process.removeAllListeners('warning')
process.execve(process.execPath, [process.execPath, ...args], env)
`,
)
const commandEntry = entryOf(
  'node tsudoi <command>: what is done beside the program',
  `await import('./${distDir}/program/program/tsudoi.mjs')
`,
)

/**
 * What it is built from, in CycloneDX. npm's own `--omit=dev` leaves out every package that a tool for tests needs as well, react among
 * them; so the lock says which ones the program needs.
 */
const writeSbom = (folder) => {
  const args = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application']
  const { stdout, status, stderr } = spawnSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status !== 0) throw new Error(`npm sbom failed: ${stderr}`)
  const needed = Object.entries(readJson(join(root, 'package-lock.json')).packages).flatMap(
    ([path, { version, dev }]) =>
      path && !dev && existsSync(join(root, path)) ? [`${path.split('node_modules/').at(-1)}@${version}`] : [],
  )
  const list = JSON.parse(stdout)
  const { component } = list.metadata
  const kept = new Set([component['bom-ref'], ...needed])
  // npm takes the name of the folder.
  component.name = readJson(join(root, 'package.json')).name
  list.components = list.components.filter((one) => kept.has(one['bom-ref']))
  list.dependencies = list.dependencies.flatMap(({ ref, dependsOn = [] }) =>
    kept.has(ref) ? [{ ref, dependsOn: dependsOn.filter((one) => kept.has(one)) }] : [],
  )
  writeFileSync(join(folder, bill), JSON.stringify(list))
}

/** What the packages of a folder and its list of them are made from: as long as it is the same, so are they. */
const packagesKey = (byNext) => {
  const hash = createHash('sha256')
  for (const name of ['package.json', 'package-lock.json', 'scripts/folder.mjs'])
    hash.update(readFileSync(join(root, name)))
  const bundles = readdirSync(bundled, { recursive: true }).filter((name) => name.endsWith('.mjs'))
  const outside = bundles.flatMap((name) =>
    [
      ...readFileSync(join(bundled, name), 'utf8').matchAll(/(?:from|import|require)\s*\(?\s*["']([^."'/][^"']*)["']/g),
    ].map(([, one]) => one),
  )
  return hash.update([...new Set([...outside, ...byNext])].sort().join('\n')).digest('hex')
}

/** By name: secrets lie beside them where somebody runs the compose file. */
const examples = [
  ...['Containerfile', 'alerts.test.yml', 'alerts.yml', 'compose.yaml', 'dashboard.json', 'database.sh'],
  ...['nginx-cache.conf', 'nginx.conf', 'pgbouncer.ini'],
  ...['backup', 'migrate', 'web@', 'worker'].map((name) => `systemd/tsudoi-${name}.service`),
  'systemd/tsudoi-backup.timer',
].map((name) => `deploy/${name}`)

/** From a complete build; what stood in the folder before is gone, but packages that are the same. */
export const assemble = async (folder) => {
  await bundleServer({ outdir: bundled, demo: false })
  const byNext = tracedByNext()
  const key = packagesKey(byNext)
  const stamp = join(folder, 'node_modules/.made-from')
  const isSame = existsSync(stamp) && readFileSync(stamp, 'utf8') === key && existsSync(join(folder, bill))
  if (existsSync(folder))
    for (const name of readdirSync(folder))
      if (!isSame || (name !== 'node_modules' && name !== bill)) rmSync(join(folder, name), { recursive: true })
  mkdirSync(folder, { recursive: true })
  copyPages(folder)
  cpSync(bundled, join(folder, distDir, 'program'), { recursive: true })
  if (!isSame) {
    await copyPackages(folder, byNext)
    writeSbom(folder)
    writeFileSync(stamp, key)
  }
  for (const path of [
    'public',
    'next.config.js',
    'src/server/migrations',
    'src/program/live/ingestProcess.ts',
    'CHANGELOG.md',
  ])
    if (existsSync(join(root, path))) cpSync(join(root, path), join(folder, path), { recursive: true })
  for (const path of [...examples, 'docs/runbook.md', '.env.example'])
    if (existsSync(join(root, path))) cpSync(join(root, path), join(folder, 'documents', path), { recursive: true })
  const { name, version, type, engines } = readJson(join(root, 'package.json'))
  const own = { name, version, private: true, type, engines: { ...engines, node: `>=${runningNode}` } }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(own, null, 2)}\n`)
  writeFileSync(join(folder, 'main.js'), mainEntry)
  writeFileSync(join(folder, 'tsudoi.js'), commandEntry)
}

if (process.argv[1]?.endsWith('folder.mjs')) {
  checkNode()
  const folder = resolve(process.argv[2] ?? join(root, 'dist'))
  if (existsSync(folder) && readdirSync(folder).length > 0 && !existsSync(join(folder, 'sbom.cdx.json')))
    fail(`${folder} holds something else than an earlier build: name another folder.`)
  await install()
  if ((await build({ again: true })) !== 0) fail('The pages could not be built: see above.')
  say(`  … ${folder}`)
  await assemble(folder)
  say(`  ✓ ${folder}: node main starts the program, node tsudoi says which commands there are`)
}
