import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { ServerConfig } from '#config.schema.ts'
import { colorModeScript } from '#kit/colorMode.ts'
import { knownBeforeScript } from '#kit/knownBefore.ts'
import { restingScript } from '#kit/resting.ts'
import { embedOrigins } from '#publishing/embeds/embed.ts'

/*
 * The security headers. `main.ts` sets them on every response before Next sees the request; a handler may replace one.
 *
 * A page has inline scripts: those of kit/ (colour mode, known reader, deferred pages) and one by Turbopack, which
 * depends on the page alone and whose parts stand in the build manifest. All hashes are therefore known at start, for
 * static and server-rendered pages alike, and no nonce is needed.
 */
export type PageScripts = { page: string; regex: RegExp; sources: string[] }[]
type Bootstrap = Record<string, unknown>

const sourceOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

// Same as next/dist/shared/lib/htmlescape.
const escaped: Record<string, string> = {
  '&': '\\u0026',
  '>': '\\u003e',
  '<': '\\u003c',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
}
const escapeHtml = (json: string) => json.replace(/[&><\u2028\u2029]/g, (character) => escaped[character] ?? character)

/** Same as Next's getTurbopackChunkGroupBootstrap; a test compares the result with built pages. */
const inlineScript = (global: string, parts: Bootstrap[]) => {
  const name = JSON.stringify(global)
  const statement = (part: Bootstrap) =>
    `(globalThis[${name}] || (globalThis[${name}] = [])).push(${JSON.stringify(part)});`
  return escapeHtml(parts.map(statement).join('\n'))
}

export const readPageScripts = (buildFolder: string): PageScripts => {
  if (!existsSync(join(buildFolder, 'build-manifest.json'))) return []
  const build: { pagesChunkGroupBootstrapParams?: Record<string, Bootstrap>; chunkLoadingGlobal?: string } = JSON.parse(
    readFileSync(join(buildFolder, 'build-manifest.json'), 'utf8'),
  )
  const routes: Record<'staticRoutes' | 'dynamicRoutes', { page: string; regex: string }[]> = JSON.parse(
    readFileSync(join(buildFolder, 'routes-manifest.json'), 'utf8'),
  )
  const parts = build.pagesChunkGroupBootstrapParams ?? {}
  const global = build.chunkLoadingGlobal ?? 'TURBOPACK'
  const sources = (page: string) => {
    const own = [parts['/_app'], parts[page]].filter((part) => part !== undefined)
    return own.length > 0 ? [sourceOf(inlineScript(global, own))] : []
  }
  // Any path may end in a not-found or error page.
  const failures = ['/_error', '/404', '/500'].flatMap((page) => (parts[page] ? sources(page) : []))
  return [...routes.staticRoutes, ...routes.dynamicRoutes, { page: '/404', regex: '.*' }]
    .filter(({ page }) => !page.startsWith('/api/'))
    .map(({ page, regex }) => ({
      page,
      regex: new RegExp(regex),
      sources: [...new Set([...sources(page), ...failures])],
    }))
}

const originOf = (address: string | undefined) =>
  address && URL.canParse(address) ? new URL(address).origin : undefined

/** External origins that the browser may contact: only those that this installation is configured for. */
const sourcesOf = (config: ServerConfig) => {
  const google = config.SIGN_IN_PROVIDERS.includes('google')
  const emulator = config.FIREBASE_AUTH_EMULATOR_HOST
    ? `http://${config.FIREBASE_AUTH_EMULATOR_HOST}`
    : config.USE_EMULATOR && `http://127.0.0.1:${config.AUTH_EMULATOR_PORT}`
  const identity = emulator
    ? [emulator]
    : ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com']
  const authDomain = config.FIREBASE_AUTH_DOMAIN && `https://${config.FIREBASE_AUTH_DOMAIN}`
  const storage = originOf(config.PUBLIC_STORAGE_URL)
  const videos = originOf(config.CLOUDFRONT_URL)
  const s3 = config.S3_BUCKET
    ? (originOf(config.S3_ENDPOINT) ?? `https://${config.S3_BUCKET}.s3.${config.S3_REGION}.amazonaws.com`)
    : undefined
  const tagManager = config.TAG_MANAGER_ID && 'https://www.googletagmanager.com'
  const embed = originOf(config.EMBED_SCRIPT_URL)
  const backends = [
    config.PACKED_BACKEND_CMS_ROOT,
    config.PACKED_BACKEND_PUBLIC_ROOT,
    config.CMS_API_ORIGIN,
    config.ACCOUNTS_ORIGIN,
    config.BACKEND_API_URL,
    config.BACKEND_GRPC_ROOT,
  ].map(originOf)
  return {
    script: [tagManager, embed, originOf(config.VIDEO_PLAYER_LIBRARY_URL), google && 'https://apis.google.com'],
    storage: [storage, s3].filter((origin) => origin?.startsWith('http:')),
    media: [storage, s3, videos],
    connect: [...backends, ...identity, storage, s3, videos, tagManager, embed, originOf(config.SENTRY_DSN)],
    frame: [
      emulator || authDomain,
      tagManager,
      embed,
      config.LOOKER_HOST && `https://${config.LOOKER_HOST}`,
      ...embedOrigins,
    ],
  }
}

const tagManagerScript = (id: string | undefined) => {
  if (!id) return []
  const require = createRequire(import.meta.url)
  const snippets: {
    tags: (options: Record<string, unknown>) => { script: string }
  } = require('react-gtm-module/dist/Snippets')
  return [sourceOf(snippets.tags({ id, events: {}, dataLayerName: 'dataLayer', auth: '', preview: '' }).script)]
}

const directive = (name: string, sources: (string | false | undefined)[]) =>
  `${name} ${[...new Set(sources.filter(Boolean))].join(' ')}`

const privatePages = /^\/(tenants|operator|login|auth|oauth2callback|fc\/(me|carts|checkout|pay))(\/|$)/
/** The pick-up desk reads codes with the camera; no other page may. */
const cameraPages = /^\/tenants\/[^/]+\/pick-up\/?$/
const signInPages = /^\/(login|auth)(\/|$)/

export const withoutLocale = (path: string) => path.replace(/^\/en(?=\/|$)/i, '') || '/'

const permissions = (camera: '()' | '(self)') => `camera=${camera}, microphone=(), geolocation=(), payment=(), usb=()`

export const makeHeadersFor = (config: ServerConfig, pages: PageScripts, { dev = false } = {}) => {
  const own = config.PUBLIC_ORIGIN
  const foreign = sourcesOf(config)
  const tagManager = tagManagerScript(config.TAG_MANAGER_ID)
  const always: Record<string, string> = {
    'X-Content-Type-Options': 'nosniff',
    'Permissions-Policy': permissions('()'),
    'Cross-Origin-Resource-Policy': 'same-origin',
    ...(own.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=63072000; includeSubDomains; preload' }),
  }
  const forData: Record<string, string> = {
    ...always,
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'private, no-store',
    Vary: 'Authorization, Cookie, Origin',
  }
  const pagePolicy = (path: string) => {
    const inline = pages.find(({ regex }) => regex.test(path))?.sources ?? []
    // The development server evaluates code and connects to its own socket; nothing of it is in a build.
    const scripts = dev
      ? ["'unsafe-inline'", "'unsafe-eval'"]
      : [sourceOf(colorModeScript), sourceOf(knownBeforeScript), sourceOf(restingScript), ...inline, ...tagManager]
    return [
      "default-src 'self'",
      directive('script-src', ["'self'", ...scripts, ...foreign.script]),
      // Emotion writes its styles into the page.
      "style-src 'self' 'unsafe-inline'",
      // The specification allows pictures from any https host; http is only for our own storage where configured.
      directive('img-src', ["'self'", 'https:', 'data:', 'blob:', ...foreign.storage]),
      directive('media-src', ["'self'", 'blob:', ...foreign.media]),
      "worker-src 'self' blob:",
      directive(
        'connect-src',
        ["'self'", dev && 'ws:', ...foreign.connect].filter((source) => source !== own),
      ),
      directive('frame-src', ["'self'", ...foreign.frame]),
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join('; ')
  }

  /** `path` is decoded and without its query. */
  return (path: string): Record<string, string> => {
    if (path === '/api' || path.startsWith('/api/')) return forData
    // The development server sends one of its scripts as JSON, which `nosniff` would refuse.
    if (dev && path.startsWith('/_next/')) return {}
    if (path.startsWith('/_next/data/')) return { ...forData, 'Referrer-Policy': 'strict-origin-when-cross-origin' }
    const bare = withoutLocale(path)
    return {
      ...always,
      ...(cameraPages.test(bare) && { 'Permissions-Policy': permissions('(self)') }),
      'Content-Security-Policy': pagePolicy(bare),
      'Referrer-Policy': 'strict-origin-when-cross-origin',
      'Cross-Origin-Opener-Policy': signInPages.test(bare) ? 'same-origin-allow-popups' : 'same-origin',
      ...(privatePages.test(bare) && { 'Cache-Control': 'private, no-store', Vary: 'Authorization, Cookie, Origin' }),
    }
  }
}
