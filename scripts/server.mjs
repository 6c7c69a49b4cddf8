// Bundles the program's own server into <build folder>/program: production runs what was built, without a loader.
import { readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { build } from 'esbuild'
import { root } from './steps.mjs'

/** Files found relative to a module's URL (migrations, the emulator's process) stay where they are in the sources. */
const sourceAddresses = {
  name: 'source-addresses',
  setup({ onLoad }) {
    onLoad({ filter: /[/\\]src[/\\].*\.ts$/ }, ({ path }) => {
      const own = JSON.stringify(relative(root, path).replaceAll('\\', '/'))
      const contents = readFileSync(path, 'utf8').replaceAll('import.meta.url', `new URL(${own}, tsudoiRoot).href`)
      return { contents, loader: 'ts' }
    })
  },
}

/**
 * What a folder for servers has nothing of: the demo world and the payment sandbox are loaded late, and by the program's main file
 * alone, which refuses to start a demo without them.
 */
const withoutDemo = {
  name: 'without-demo',
  setup({ onResolve }) {
    onResolve({ filter: /^(\.\/seed|#sandbox\/(doors|sandbox)\.ts)$/ }, ({ path, kind, importer }) =>
      kind === 'dynamic-import' && importer.endsWith('main.ts') ? { path, external: true } : null,
    )
  },
}

export const bundleServer = async ({ outdir, demo = true }) => {
  const toRoot = `${relative(outdir, root).replaceAll('\\', '/')}/`
  rmSync(outdir, { recursive: true, force: true })
  await build({
    entryPoints: [join(root, 'src/program/main.ts'), join(root, 'src/program/tsudoi.ts')],
    // Processes are recognized by this part of their command line (machine/processes.ts).
    outbase: join(root, 'src'),
    outdir,
    bundle: true,
    // Late imports stay files of their own.
    splitting: true,
    chunkNames: 'server/[name]-[hash]',
    platform: 'node',
    target: 'node24',
    format: 'esm',
    // Next's build folder is CommonJS.
    outExtension: { '.js': '.mjs' },
    packages: 'external',
    banner: { js: `const tsudoiRoot = new URL('../${toRoot}', import.meta.url);` },
    define: { 'process.env.NEXT_PUBLIC_MOCKED': JSON.stringify(process.env.NEXT_PUBLIC_MOCKED ?? '') },
    plugins: [...(demo ? [] : [withoutDemo]), sourceAddresses],
    logLevel: 'warning',
  })
}

if (process.argv[1]?.endsWith('server.mjs'))
  await bundleServer({ outdir: join(root, process.env.NEXT_DIST_DIR ?? '.next', 'program') })
