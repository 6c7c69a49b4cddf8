import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getTurbopackChunkGroupBootstrap } from 'next/dist/server/get-page-files'
import { htmlEscapeJsonString } from 'next/dist/shared/lib/htmlescape'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseConfig } from '#config.schema.ts'
import { makeHeadersFor, readPageScripts } from '#program/http/headers.ts'

const demo = { FIREBASE_PROJECT_ID: 'demo-tsudoi', FIREBASE_API_KEY: 'key' }
const parts = {
  '/_app': { otherChunks: ['static/chunks/a.js'], runtimeModuleIds: [1] },
  '/_error': { otherChunks: ['static/chunks/e.js'], runtimeModuleIds: [2] },
  '/tenants/[tenantId]': { otherChunks: ['static/chunks/<t>&.js'], runtimeModuleIds: [3] },
}

let folder: string
beforeAll(() => {
  folder = fs.mkdtempSync(join(tmpdir(), 'tsudoi-build-'))
  const write = (name: string, value: object) => fs.writeFileSync(join(folder, name), JSON.stringify(value))
  write('build-manifest.json', { pagesChunkGroupBootstrapParams: parts, chunkLoadingGlobal: 'TURBOPACK' })
  write('routes-manifest.json', {
    staticRoutes: [],
    dynamicRoutes: [{ page: '/tenants/[tenantId]', regex: '^/tenants/([^/]+?)(?:/)?$' }],
  })
})
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

const hashOf = (pages: string[]) => {
  const script = getTurbopackChunkGroupBootstrap(parts, 'TURBOPACK', pages)
  const html = htmlEscapeJsonString(script ?? '')
  return `'sha256-${createHash('sha256').update(html).digest('base64')}'`
}

const policy = (headers: Record<string, string>) => headers['Content-Security-Policy'] ?? ''

test('a page may run the inline script that Next writes into it, and the ones of not found and failed, and no other', () => {
  const headersFor = makeHeadersFor(parseConfig(demo), readPageScripts(folder))
  const page = policy(headersFor('/tenants/t1'))
  expect(page).toContain(hashOf(['/_app', '/tenants/[tenantId]']))
  expect(page).toContain(hashOf(['/_app', '/_error']))
  expect(policy(headersFor('/en/tenants/t1'))).toBe(page)
  expect(policy(headersFor('/nothing'))).not.toContain(hashOf(['/_app', '/tenants/[tenantId]']))
  expect(page).not.toMatch(/script-src[^;]*unsafe/)
})

test('answers of operations and downloads may do nothing and are kept by nobody', () => {
  const headersFor = makeHeadersFor(parseConfig(demo), [])
  for (const path of ['/api/cms/getPlans', '/api/media/x', '/_next/data/build/tenants.json']) {
    expect(headersFor(path)).toMatchObject({
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'Cache-Control': 'private, no-store',
      Vary: 'Authorization, Cookie, Origin',
      'X-Content-Type-Options': 'nosniff',
    })
  }
})

test.each([
  ['/login', 'same-origin-allow-popups'],
  ['/en/login', 'same-origin-allow-popups'],
  ['/tenants', 'same-origin'],
  ['/fc/aoi', 'same-origin'],
])('the window of %s is opened to %s', (path, expected) => {
  expect(makeHeadersFor(parseConfig(demo), [])(path)['Cross-Origin-Opener-Policy']).toBe(expected)
})

test.each([
  ['/tenants/t1/brands/b1', true],
  ['/en/tenants', true],
  ['/fc/me/plans', true],
  ['/operator', true],
  ['/operator/tenants', true],
  ['/fc/aoi', false],
  ['/', false],
])('whether %s is private: %s', (path, isPrivate) => {
  const { 'Cache-Control': cache } = makeHeadersFor(parseConfig(demo), [])(path)
  expect(cache).toBe(isPrivate ? 'private, no-store' : undefined)
})

test('HTTPS is demanded where the public origin has it, and foreign hosts are named only when configured', () => {
  const plain = makeHeadersFor(parseConfig(demo), [])('/')
  expect(plain).not.toHaveProperty('Strict-Transport-Security')
  expect(policy(plain)).not.toContain('googletagmanager')
  const configured = makeHeadersFor(
    parseConfig({
      ...demo,
      PUBLIC_ORIGIN: 'https://tsudoi.example.jp',
      TAG_MANAGER_ID: 'GTM-ABC',
      EMBED_SCRIPT_URL: 'https://widget.example.com/v1/embed.js',
    }),
    [],
  )('/')
  expect(configured['Strict-Transport-Security']).toBe('max-age=63072000; includeSubDomains; preload')
  expect(policy(configured)).toMatch(/script-src [^;]*'sha256-[^;]*https:\/\/www\.googletagmanager\.com/)
  expect(policy(configured)).toMatch(/script-src [^;]*https:\/\/widget\.example\.com[ ;]/)
})

test('a picture may come from any https host, and by http from the configured storage alone', () => {
  const sources = (settings: object) =>
    /img-src ([^;]*)/.exec(policy(makeHeadersFor(parseConfig({ ...demo, ...settings }), [])('/')))?.[1]?.split(' ')
  expect(sources({ PUBLIC_ORIGIN: 'https://tsudoi.example.jp' })).toEqual(["'self'", 'https:', 'data:', 'blob:'])
  const storage = { PUBLIC_STORAGE_URL: 'http://localhost:9000/files/public' }
  expect(sources(storage)).toEqual(["'self'", 'https:', 'data:', 'blob:', 'http://localhost:9000'])
})

test('a built script is held to its type; the development server, which sends one as JSON, is let', () => {
  const script = '/_next/static/development/_clientMiddlewareManifest.js'
  const headers = (dev: boolean) => makeHeadersFor(parseConfig(demo), [], { dev })(script)
  expect(headers(false)['X-Content-Type-Options']).toBe('nosniff')
  expect(headers(true)).not.toHaveProperty('X-Content-Type-Options')
})
