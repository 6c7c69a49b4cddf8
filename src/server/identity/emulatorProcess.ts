/*
 * The Firebase Auth emulator as a process of its own, ended by the end of its parent. Node runs this file directly.
 *
 * It takes the emulator's web application out of firebase-tools instead of running `firebase emulators:start`: ready
 * in one second instead of six, without hub and logging ports, and every change is saved at once, whereas the command
 * saves accounts only on a clean stop. The version of firebase-tools is pinned and a test signs in through this.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'

type Handler = (request: IncomingMessage, response: ServerResponse, next: () => void) => void
type AuthServer = { createApp: (projectId: string) => Promise<Handler> }

const [portText, projectId, accountsFile] = process.argv.slice(2)
if (!portText || !projectId) throw new Error('usage: emulatorProcess port project [accountsFile]')
const port = Number(portText)
const accounts = `http://127.0.0.1:${port}/identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts`
const headers = { authorization: 'Bearer owner', 'content-type': 'application/json' }

const require = createRequire(new URL('../../../packages/demo/package.json', import.meta.url))
// Parsing the schema of an endpoint slows the start: those that this program never calls are removed.
const unused = /^\/v2|tenants|issueSaml|GameCenter|Ios|Phone|erificationCode/
const {
  default: spec,
}: { default: { paths: Record<string, unknown> } } = require('firebase-tools/lib/emulator/auth/apiSpec')
for (const path of Object.keys(spec.paths)) if (unused.test(path)) delete spec.paths[path]
// A validator is compiled at its first use, not before the first response.
const ofFirebase = createRequire(require.resolve('firebase-tools/lib/emulator/auth/server'))
const exegesis: { middleware: (document: object, options: object) => Promise<Handler> } = ofFirebase('exegesis-express')
const { middleware } = exegesis
exegesis.middleware = (document, options) => middleware(document, { ...options, lazyCompileValidationSchemas: true })
const { createApp }: AuthServer = require('firebase-tools/lib/emulator/auth/server')

const tell = (message: { ready: true } | { problem: string }) => process.send?.(message)

const load = async (accountsFile: string) => {
  let body: string
  try {
    body = readFileSync(accountsFile, 'utf8')
  } catch {
    return
  }
  const answer = await fetch(`${accounts}:batchCreate`, { method: 'POST', headers, body })
  const text = await answer.text()
  // The emulator responds to an empty list with an error.
  if (!answer.ok && !text.includes('MISSING_USER_ACCOUNT')) throw new Error(`accounts cannot be loaded: ${text}`)
}

let saving: Promise<void> | undefined
let changed = false
const save = async (accountsFile: string) => {
  while (changed) {
    changed = false
    const answer = await fetch(`${accounts}:batchGet?maxResults=-1`, { headers })
    mkdirSync(dirname(accountsFile), { recursive: true })
    writeFileSync(`${accountsFile}.tmp`, await answer.text(), { mode: 0o600 })
    renameSync(`${accountsFile}.tmp`, accountsFile)
  }
  saving = undefined
}
const noteChange = () => {
  if (!accountsFile) return
  changed = true
  saving ??= save(accountsFile).catch((error: Error) => {
    process.stderr.write(`auth emulator: ${error.message}\n`)
  })
}

const app = await createApp(projectId)
let loaded = false
const server = createServer((request, response) => {
  if (loaded && request.method !== 'GET' && request.method !== 'OPTIONS') response.on('finish', noteChange)
  app(request, response, () => response.writeHead(404).end())
})
server.on('error', (error: NodeJS.ErrnoException) => {
  tell({ problem: error.code ?? error.message })
  process.exit(1)
})
server.listen(port, '127.0.0.1', async () => {
  try {
    if (accountsFile) await load(accountsFile)
    loaded = true
    tell({ ready: true })
  } catch (error) {
    tell({ problem: error instanceof Error ? error.message : String(error) })
    process.exit(1)
  }
})

const end = async () => {
  await saving
  process.exit(0)
}
process.on('disconnect', end)
process.on('SIGTERM', end)
process.on('SIGINT', () => {}) // Ctrl-C: the parent decides when to stop.
