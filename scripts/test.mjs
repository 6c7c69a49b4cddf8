// npm test: installs what is missing, then every check and every test. A failed step does not stop the others.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundleChecks, staticChecks } from './check.mjs'
import { aptInstall, binary, checkNode, fail, install, needFfmpeg, quietly, root, run, say } from './steps.mjs'

const isRoot = process.getuid?.() === 0
const node = binary('node')
const results = mkdtempSync(join(tmpdir(), 'tsudoi-results-'))
const sum = { passed: 0, failed: 0 }

const browsers = [
  process.env.PW_CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

const needBrowser = async () => {
  if (browsers.some((path) => path && existsSync(path))) return
  const playwright = join(root, 'node_modules/playwright/cli.js')
  if ((await quietly('installing a browser', node, [playwright, 'install', 'chromium'])) === 0) return
  if (isRoot && (await aptInstall('chromium')) === 0) return
  say('  There is no browser: install Chromium or Chrome, or set PW_CHROMIUM to its path.')
}

const needJapaneseFonts = async () => {
  if (process.platform !== 'linux') return
  try {
    if (execFileSync('fc-list', [':lang=ja'], { encoding: 'utf8', stdio: 'pipe' }).trim()) return
  } catch {
    // No fontconfig yet: it comes with the fonts.
  }
  if (isRoot && (await aptInstall('fonts-noto-cjk')) === 0) return
  say('  There are no Japanese fonts: pictures of pages will show boxes. Install fonts-noto-cjk.')
}

const count = (passed, failed) => {
  sum.passed += passed
  sum.failed += failed
}

const readReport = (name) => {
  try {
    return JSON.parse(readFileSync(join(results, name), 'utf8'))
  } catch {
    return undefined
  }
}

/** A runner that ends badly without naming a failed test (a server that did not start, say) is itself a failure. */
const countRunner = (code, passed, failed) => count(passed, code !== 0 && failed === 0 ? 1 : failed)

const unitTests = async () => {
  say('\nRules, operations and screens')
  const file = join(results, 'vitest.json')
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const code = await run(node, [join(root, 'node_modules/vitest/vitest.mjs'), ...args])
  const report = readReport('vitest.json')
  countRunner(code, report?.numPassedTests ?? 0, report?.numFailedTests ?? 0)
}

const browserTests = async () => {
  say('\nIn the browser')
  const code = await run(node, [join(root, 'node_modules/@playwright/test/cli.js'), 'test', '--reporter=list,json'], {
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: join(results, 'playwright.json') },
  })
  const stats = readReport('playwright.json')?.stats
  if (stats?.flaky) say(`  ${stats.flaky} needed a second try: see "flaky" above`)
  countRunner(code, (stats?.expected ?? 0) + (stats?.flaky ?? 0), stats?.unexpected ?? 0)
}

const checks = async (list) => {
  for (const check of list) {
    const ok = (await check.run()) === 0
    count(ok ? 1 : 0, ok ? 0 : 1)
  }
}

checkNode()
await install({ dev: true })
if (!existsSync(node)) fail('The packages are not installed.')
await needBrowser()
await needJapaneseFonts()
await needFfmpeg()
say('Checks')
// Some tests drive the built program.
await checks([...staticChecks, ...bundleChecks])
await unitTests()
await browserTests()
rmSync(results, { recursive: true, force: true })
say(`\n${sum.passed} passed, ${sum.failed} failed`)
process.exitCode = sum.failed > 0 ? 1 : 0
