import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { build } from 'esbuild'

/** In place of the identity client: whoever the test says is signed in. */
const identityStub = `
export const token = async () => window.harnessToken
export const onUser = () => () => {}
export const endSession = async () => {}
`

const bundle = async (entry: string) => {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(entry, import.meta.url))],
    bundle: true,
    write: false,
    format: 'iife',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"', 'process.env.NEXT_PUBLIC_MOCKED': '""', 'process.env': '{}' },
    plugins: [
      {
        name: 'identity',
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /(^|\/)identity$/ }, ({ importer, path }) =>
            /client\/identity$/.test(path) || importer.includes('/src/client/')
              ? { path: 'identity', namespace: 'stub' }
              : undefined,
          )
          onLoad({ filter: /.*/, namespace: 'stub' }, () => ({ contents: identityStub }))
        },
      },
    ],
  })
  return outputFiles[0]?.text ?? ''
}

export const tokenOf = async (email: string) => {
  const port = process.env.E2E_AUTH_EMULATOR_PORT ?? '9299'
  const answer = await fetch(
    `http://127.0.0.1:${port}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=demo`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: 'tsudoi-demo', returnSecureToken: true }),
    },
  )
  return ((await answer.json()) as { idToken: string }).idToken
}

/** Serves a component by itself at /harness, to this page alone, beside the real program. */
export const serveHarness = async (page: Page, entry: string, token: string) => {
  const script = await bundle(entry)
  await page.route('**/harness.js', (route) => route.fulfill({ contentType: 'text/javascript', body: script }))
  await page.route(/\/harness(\?|$)/, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="ja"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>harness</title></head>
        <body><div id="root"></div><script>window.harnessToken = ${JSON.stringify(token)}</script>
        <script src="/api/config.js"></script><script src="/harness.js"></script></body></html>`,
    }),
  )
}
