// Checks what a browser receives: each page's budget of first-load JavaScript, and that no server code is in it.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { root, say } from './steps.mjs'

const folder = join(root, process.env.NEXT_DIST_DIR ?? '.next')
/** What somebody sees first after signing in. */
const firstScreens = ['/tenants', '/tenants/[tenantId]/brands/[brandId]']
const budgetKb = (page) => {
  if (page.startsWith('/fc')) return 170
  return firstScreens.includes(page) ? 240 : 260
}
const forbidden = [
  'node:fs',
  'drizzle-orm',
  'pg-boss',
  'pg_advisory_lock',
  'firebase-admin',
  'nodemailer',
  'DATABASE_URL',
  'SMTP_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'METRICS_TOKEN',
  'URL_SIGNING_SECRET',
  'FIELD_ENCRYPTION_KEY',
  'LOOKER_EMBED_SECRET',
  'OAUTH_CLIENT_SECRET',
  'S3_SECRET_ACCESS_KEY',
  'BANK_CODE_API_KEY',
  'VAPID_PRIVATE_KEY',
  'CLOUDFRONT_PRIVATE_KEY',
  // Marks of src/mocks and the mocked identity: their calls, their scenarios, their people.
  'tsudoiMockCalls',
  'mockServiceWorker',
  'tsudoi-mock-',
  'mock_owner',
]

const problems = []
if (!existsSync(join(folder, 'build-manifest.json'))) {
  process.stderr.write('There is no build: run `npm start` or `npx next build` first.\n')
  process.exit(1)
}

const { pages, polyfillFiles = [] } = JSON.parse(readFileSync(join(folder, 'build-manifest.json'), 'utf8'))
const sizes = new Map()
const gzipped = (file) => {
  if (!sizes.has(file)) sizes.set(file, gzipSync(readFileSync(join(folder, file)), { level: 9 }).length)
  return sizes.get(file)
}

/** The scripts that a page's HTML names: also those of what is imported late and shown at first, such as words. */
const namedBy = (page) => {
  const html = join(folder, 'server/pages/ja', `${page === '/' ? '../ja' : page.slice(1)}.html`)
  if (!existsSync(html)) return []
  const scripts = readFileSync(html, 'utf8').matchAll(/<script[^>]* src="\/_next\/([^"?]+\.js)[^"]*"/g)
  return [...scripts].map(([, file]) => decodeURIComponent(file))
}

for (const page of Object.keys(pages).sort()) {
  if (page === '/_app') continue
  const files = new Set([...pages['/_app'], ...pages[page], ...namedBy(page)].filter((file) => file.endsWith('.js')))
  // Only browsers without modules load the polyfills.
  for (const file of polyfillFiles) files.delete(file)
  const kb = [...files].reduce((sum, file) => sum + gzipped(file), 0) / 1024
  const budget = budgetKb(page)
  say(`${kb.toFixed(0).padStart(5)} KB of ${budget}  ${page}`)
  if (kb > budget) problems.push(`${page} loads ${kb.toFixed(0)} KB of JavaScript (gzip), more than ${budget}`)
}

const chunks = readdirSync(join(folder, 'static'), { recursive: true }).filter((name) => name.endsWith('.js'))
for (const name of chunks) {
  const text = readFileSync(join(folder, 'static', name), 'utf8')
  for (const word of forbidden) if (text.includes(word)) problems.push(`${name} contains "${word}"`)
}

for (const problem of problems) process.stderr.write(`${problem}\n`)
process.exitCode = problems.length > 0 ? 1 : 0
