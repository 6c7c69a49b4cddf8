// npm test: installs what is missing, then every check and every test. A failed step does not stop the others.
// `--changed` runs what the changes since the last commit touch, `--changed=<commit>` those since another (scripts/changed.mjs).
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { changedFiles, touchedBy, touchedInBrowser } from './changed.mjs'
import { bundleChecks, staticChecks } from './check.mjs'
import {
  aptInstall,
  binary,
  checkNode,
  fail,
  install,
  needDemo,
  needFfmpeg,
  quietly,
  root,
  run,
  say,
} from './steps.mjs'

const isRoot = process.getuid?.() === 0
const node = binary('node')
/** The runners' reports: kept in TEST_REPORTS if that names a folder (scripts/titles.mjs compares two of them). */
const results = process.env.TEST_REPORTS ?? mkdtempSync(join(tmpdir(), 'tsudoi-results-'))
const sum = { passed: 0, failed: [], secondTry: [] }
/** Seconds by test file. */
const times = new Map()
/** A test that failed is repeated once, in case the machine is busy, and said to have needed it. */
const retries = Number(process.env.RETRIES ?? 1)

const browsers = [
  process.env.PW_CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The mocked pages are quicker without a browser's own interface; where it is not packaged the complete browser serves. */
const needShell = async () => {
  const isThere = !existsSync('/usr/bin/chromium') || existsSync('/usr/bin/chromium-headless-shell')
  if (isRoot && !isThere) await aptInstall('chromium-headless-shell')
}

const needBrowser = async () => {
  if (browsers.some((path) => path && existsSync(path))) return needShell()
  const playwright = join(root, 'node_modules/playwright/cli.js')
  if ((await quietly('installing a browser', node, [playwright, 'install', 'chromium'])) === 0) return
  if (isRoot && (await aptInstall('chromium')) === 0) return needShell()
  say('  There is no browser: install Chromium or Chrome, or set PW_CHROMIUM to its path.')
}

const needJapaneseFonts = async () => {
  if (process.platform !== 'linux') return
  try {
    if (execFileSync('fc-list', [':lang=ja'], { encoding: 'utf8', stdio: 'pipe' }).trim()) return
  } catch {
    // fontconfig is not installed yet: it comes with the fonts.
  }
  if (isRoot && (await aptInstall('fonts-noto-cjk')) === 0) return
  say('  There are no Japanese fonts: pictures of pages will show boxes. Install fonts-noto-cjk.')
}

const count = (passed, failed, secondTry = []) => {
  sum.passed += passed
  sum.failed.push(...failed)
  sum.secondTry.push(...secondTry)
}

const readReport = (name) => {
  try {
    return JSON.parse(readFileSync(join(results, name), 'utf8'))
  } catch {
    return undefined
  }
}

/** A runner that fails without a failed test (such as a server that did not start) counts as a failure itself. */
const countRunner = (name, code, { passed = 0, failed = [], secondTry = [] }) =>
  count(passed, code !== 0 && failed.length === 0 ? [`${name} ended with code ${code}`] : failed, secondTry)

const unitTests = async (files = []) => {
  say('\nRules, operations and screens')
  const file = join(results, 'vitest.json')
  const reporters = ['default', 'json', join(root, 'scripts/times.mjs')].map((name) => `--reporter=${name}`)
  const args = ['run', `--retry=${retries}`, ...reporters, `--outputFile.json=${file}`, ...files]
  const env = { TEST_TIMES: join(results, 'times.json') }
  const code = await run(node, [join(root, 'node_modules/vitest/vitest.mjs'), ...args], { env })
  for (const { file, start, imports, tests } of readReport('times.json') ?? [])
    times.set(file, (start + imports + tests) / 1000)
  const report = readReport('vitest.json')
  const tests = (report?.testResults ?? []).flatMap(({ name, message, status, assertionResults }) => {
    const all = assertionResults.map((test) => ({ ...test, title: `${relative(root, name)}: ${test.fullName.trim()}` }))
    // A file that could not be run has no tests.
    const couldRun = status === 'passed' || all.some((test) => test.status === 'failed')
    return couldRun ? all : [...all, { title: `${relative(root, name)}: ${message}`, status: 'failed' }]
  })
  const titlesOf = (isOne) => tests.filter(isOne).map(({ title }) => title)
  countRunner('vitest', code, {
    passed: report?.numPassedTests,
    // With the first line of why: what fails only beside all others cannot be seen alone.
    failed: tests
      .filter(({ status }) => status === 'failed')
      .map(({ title, failureMessages = [] }) =>
        [title, ...failureMessages.slice(0, 1).map((why) => why.split('\n', 1)[0].slice(0, 300))].join(' | '),
      ),
    secondTry: titlesOf(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0),
  })
}

/** Suites are nested: a file, and its groups. */
const specsOf = ({ specs, suites = [] }) => [...specs, ...suites.flatMap(specsOf)]

const browserTests = async (files = []) => {
  say('\nIn the browser')
  const playwright = join(root, 'node_modules/@playwright/test/cli.js')
  const args = ['test', `--retries=${retries}`, '--reporter=list,json', ...files]
  const code = await run(node, [playwright, ...args], {
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: join(results, 'playwright.json') },
  })
  const report = readReport('playwright.json')
  const specs = (report?.suites ?? []).flatMap(specsOf)
  for (const { file, tests } of specs)
    for (const { duration } of tests.flatMap((test) => test.results))
      times.set(`e2e/${file}`, (times.get(`e2e/${file}`) ?? 0) + duration / 1000)
  const titlesOf = (wanted) =>
    specs
      .filter(({ tests }) => tests.some(({ status }) => status === wanted))
      .map(({ file, title }) => `${file}: ${title}`)
  const { expected = 0, flaky = 0 } = report?.stats ?? {}
  countRunner('playwright', code, {
    passed: expected + flaky,
    failed: titlesOf('unexpected'),
    secondTry: titlesOf('flaky'),
  })
}

const checks = async (list) => {
  for (const check of list) {
    const ok = (await check.run()) === 0
    count(ok ? 1 : 0, ok ? [] : [check.name])
  }
}

/** What every change of the sources may break. */
const rulesOfTheHouse = [
  'tests/program/boundaries.test.ts',
  'tests/program/wings.test.ts',
  'tests/ground/tables.test.ts',
]

const slowest = () => [...times].sort(([, a], [, b]) => b - a).slice(0, 10)

checkNode()
await install({ dev: true })
if (!existsSync(node)) fail('The packages are not installed.')
/** What the tests need beside the packages: installed while the checks run, which do without. */
const needed = async () => {
  await needDemo({ always: true })
  await needBrowser()
  await needJapaneseFonts()
  await needFfmpeg()
}
say('Checks')
const changedSince = process.argv.find((argument) => /^--changed(=|$)/.test(argument))?.split('=')
if (changedSince) {
  const changed = changedFiles(changedSince[1])
  const [files, inBrowser] = [touchedBy(changed), touchedInBrowser(changed)]
  say(
    `  ${changed.length} changed files touch ${files.length} test files${inBrowser.length > 0 ? `, and ${inBrowser.join(' ')}` : ''}`,
  )
  await Promise.all([needed(), checks(staticChecks)])
  await unitTests([...new Set([...files, ...rulesOfTheHouse])])
  if (inBrowser.length > 0) await browserTests(inBrowser)
} else {
  // Some tests drive the built program. The compiler of types uses one core, so that the build goes on beside it.
  await Promise.all([needed(), checks(staticChecks), checks(bundleChecks)])
  await unitTests()
  await browserTests()
}
if (!process.env.TEST_REPORTS) rmSync(results, { recursive: true, force: true })
say('\nThe slowest files, in seconds:')
for (const [file, seconds] of slowest()) say(`${seconds.toFixed(1).padStart(7)}  ${file}`)
// Repeated at the end, because often only the end of a long output is kept.
for (const title of sum.secondTry) say(`  needed a second try: ${title}`)
for (const title of sum.failed) say(`  failed: ${title}`)
say(`\n${sum.passed} passed, ${sum.failed.length} failed`)
process.exitCode = sum.failed.length > 0 ? 1 : 0
