// Lists the licences of what is installed, and fails where one is not among those that go with every licence the owner may
// choose for Tsudoi itself. Then asks npm whether anything of it has a known hole, where npm can be asked.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, say } from './steps.mjs'

const allowed = new Set([
  ...['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0', 'Zlib'],
  ...['CC0-1.0', 'CC-BY-4.0', 'OFL-1.1', 'Python-2.0', 'public domain'],
  // Of a file or a library that is used as it is.
  ...['MPL-2.0', 'LGPL-3.0-or-later'],
])
/** Programs of their own, which are run and never linked. */
const programs = new Set(['LGPL-2.1', 'GPL-3.0', 'GPLv3'])
/** Packages that say it in their README or LICENSE alone, as read there. */
const said = { 'humanize-number': 'MIT', 'png-js': 'MIT', 'valid-url': 'MIT' }

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))
const packages = existsSync(join(root, 'packages')) ? readdirSync(join(root, 'packages')) : []
const folders = [root, ...packages.map((name) => join(root, 'packages', name))]

const licenceOf = (folder, path, entry) => {
  const { license = entry.license, licenses } = readJson(join(folder, path, 'package.json'))
  const own = license?.type ?? license ?? licenses?.map(({ type }) => type).join(' OR ')
  return own ?? said[path.split('node_modules/').at(-1)] ?? 'none'
}

/** "A OR B" needs one of them, "A AND B" all. */
const isAllowed = (licence, among) =>
  licence
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((one) => among(one.trim())))

const found = new Map()
const problems = []
for (const folder of folders) {
  const list = join(folder, 'node_modules', '.package-lock.json')
  if (!existsSync(list)) continue
  const among = (one) => allowed.has(one) || (folder.endsWith('ffmpeg') && programs.has(one))
  for (const [path, entry] of Object.entries(readJson(list).packages)) {
    const licence = licenceOf(folder, path, entry)
    found.set(licence, (found.get(licence) ?? 0) + 1)
    const name = path.split('node_modules/').at(-1)
    if (!isAllowed(licence, among)) problems.push(`${name} has the licence "${licence}"`)
  }
}
for (const [licence, count] of [...found].sort((a, b) => b[1] - a[1])) say(`${String(count).padStart(5)}  ${licence}`)

for (const folder of folders) {
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json', '--prefix', folder], { encoding: 'utf8' })
  const answer = (() => {
    try {
      return JSON.parse(stdout)
    } catch {
      return {}
    }
  })()
  const counts = answer.metadata?.vulnerabilities
  if (!counts) {
    say('npm audit could not be asked: its registry does not answer here.')
    break
  }
  say(`npm audit of ${folder === root ? 'the program' : folder.slice(root.length)}: ${counts.total} known`)
  for (const { name, severity } of Object.values(answer.vulnerabilities ?? {}))
    if (['high', 'critical'].includes(severity)) problems.push(`${name} has a known hole (${severity}): npm audit`)
}

for (const problem of problems) process.stderr.write(`${problem}\n`)
process.exitCode = problems.length > 0 ? 1 : 0
