import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { files, type Import, imports, importsIn } from '../support/imports'
import { templatesIn } from '../support/templates'

/*
 * Import boundaries: a file's layer follows from its path, and imports may only lead to lower layers. Type-only imports
 * are exempt. (TypeScript 7 has no compiler API; the imports are read as text.)
 */
// --- What a path is ----------------------------------------------------------------------------------------------------

const inFolder = (folder: string) => (path: string) => path.startsWith(`src/${folder}/`)
const [isKit, isUi, isClient, isFeature] = [inFolder('kit'), inFolder('ui'), inFolder('client'), inFolder('features')]
const [isProgram, isSandbox] = [inFolder('program'), inFolder('sandbox')]
const isServer = (path: string) =>
  inFolder('server')(path) || isProgram(path) || isSandbox(path) || /\.server\.tsx?$/.test(path)
const isDoor = inFolder('pages/api')
const isPage = (path: string) => inFolder('pages')(path) && !isDoor(path)
/** What pages may import of the roof: the way to ask it, and the names of acts of all wings, for the screens that list them. */
const forPages = ['src/program/ask.ts', 'src/program/acts.ts']
const isScreen = (path: string) => isFeature(path) && path.endsWith('.tsx')
/** The wings, lowest first: a wing knows those below it (docs/house.md). Publishing and shop stand side by side: shop may know publishing. */
const wings = ['club', 'money', 'membership', 'publishing', 'shop', 'office']
const wingOf = (path: string) => path.match(/^src\/features\/([^/]+)\//)?.[1] ?? ''
const rankOf = (path: string) => wings.indexOf(wingOf(path))
const isServerOfFeature = (path: string) => isFeature(path) && isServer(path)
const isHandler = (path: string) => isFeature(path) && path.endsWith('operations.server.ts')
const isLoader = (path: string) => isFeature(path) && /\/load\w+\.server\.ts$/.test(path)
const isWords = (path: string) => isFeature(path) && /\/words(\.\w+)?\.tsx?$/.test(path)
const isHook = (path: string) => /\/use[A-Z]\w*\.ts$/.test(path)
const isMock = (path: string) => /[/.]mock\.ts$/.test(path) || inFolder('mocks')(path)
const isRule = (path: string) =>
  isFeature(path) && path.endsWith('.ts') && !isServer(path) && !isWords(path) && !isHook(path)

// --- What is broken: one entry for each line of the rules in docs/house.md ---------------------------------

const session = 'src/features/club/identity/session.tsx'
/**
 * Server modules that features may import: the connection beside the pool, column types, the directory, prepared queries, writes that are sent together, search,
 * shared tables, job and mail definitions, the types of the payment provider, and the helpers of the
 * demo data.
 */
const partsOfNouns = [
  'src/server/db/aside.ts',
  'src/server/db/batches.ts',
  'src/server/db/brandRows.ts',
  'src/server/db/columns.ts',
  'src/server/db/directory.ts',
  'src/server/db/jsonList.ts',
  'src/server/db/names.ts',
  'src/server/db/plans.ts',
  'src/server/db/prepared.ts',
  'src/server/db/together.ts',
  'src/server/db/search.ts',
  'src/server/db/subquery.ts',
  'src/server/db/tableKinds.ts',
  'src/server/tables.server.ts',
  'src/server/each.ts',
  'src/server/gather.ts',
  'src/server/rooms.ts',
  'src/server/hash.ts',
  'src/server/http/sharedCache.ts',
  'src/server/jobDefinition.ts',
  'src/server/mail/jobs.server.ts',
  'src/server/mail/stopToken.ts',
  'src/server/mail/suppressions.ts',
  'src/server/push/endpoint.ts',
  'src/server/push/message.ts',
  'src/server/payments/payments.ts',
  'src/server/payments/payouts.ts',
  'src/server/payments/platform.ts',
  'src/server/identity/identity.ts',
  'src/server/personal.ts',
  'src/server/renewal.ts',
  'src/server/banks/directory.ts',
  'src/server/postal/directory.ts',
  'src/server/encryption.ts',
  'src/server/pdf/pdf.ts',
  'src/program/demo/random.ts',
  'src/program/demo/film/film.ts',
  'src/program/demo/drawings/drawings.ts',
  'src/program/demo/parts.ts',
  'src/program/demo/accounts.ts',
  'src/program/demo/insertAll.ts',
]
/** Where the tables of a feature may be named: its tables file, its query files and its demo. */
const isOfTables = (path: string) => /[/.](tables|queries|statistics)\.server\.ts$/.test(path)
const isTables = (path: string) => isFeature(path) && path.endsWith('tables.server.ts')
type Edge = Pick<Import, 'from' | 'to' | 'typeOnly'>
/** The page of the demo's outbox belongs to no feature: it reads the outbox itself, in getServerSideProps. */
const outbox = { from: 'src/pages/sandbox/mail.tsx', to: 'src/server/mail/outboxPage.ts' }
/** A server-rendered page has no browser to mock: in the mocked portal it is answered here. */
const mockedPages = { from: 'src/program/ask.ts', to: 'src/mocks/answer.ts' }
const is = (each: Edge, known: { from: string; to: string }) => each.from === known.from && each.to === known.to

const rules: Record<string, (each: Edge) => boolean> = {
  'kit imports zod and nothing else': ({ from, to }) => isKit(from) && !isKit(to) && to !== 'zod',

  "of the server a page imports the way to ask it, and a noun's loader": (each) =>
    isPage(each.from) && isServer(each.to) && !forPages.includes(each.to) && !isLoader(each.to) && !is(each, outbox),

  'a loader is given the way to ask and knows contracts only': ({ from, to }) =>
    isLoader(from) && (isServer(to) || isScreen(to) || isUi(to) || isClient(to)),

  'doors import no screens': ({ from, to }) => isDoor(from) && (isScreen(to) || isUi(to) || isClient(to)),

  'what runs in a browser imports nothing of the server': ({ from, to }) => {
    const isBrowser = [isUi, isClient, isKit, isMock, isScreen, isWords, isHook].some((isOne) => isOne(from))
    return isBrowser && (isServer(to) || to.startsWith('node:'))
  },

  'a screen imports the screens of its own wing and of lower ones': ({ from, to }) =>
    isScreen(from) && isScreen(to) && rankOf(to) > rankOf(from),

  "a screen says its own wing's words": ({ from, to }) =>
    (isScreen(from) || isHook(from)) && isWords(to) && wingOf(from) !== wingOf(to),

  'features import no pages': ({ from, to }) => isFeature(from) && inFolder('pages')(to),

  'rules and contracts are pure: kit and other rules, no input or output': ({ from, to }) =>
    isRule(from) && !isKit(to) && !isRule(to) && to !== 'zod',

  "a noun's mock is for the mocked portal alone": ({ from, to }) =>
    isMock(to) &&
    !isMock(from) &&
    !is({ from, to, typeOnly: false }, mockedPages) &&
    !inFolder('client')(from) &&
    !inFolder('pages')(from),

  "a noun's server code uses types of the server": ({ from, to }) =>
    isServerOfFeature(from) && (inFolder('server')(to) || to === 'src/config.server.ts') && !partsOfNouns.includes(to),

  'tables are named by queries alone, and handlers write no SQL': ({ from, to }) =>
    isServerOfFeature(from) && !isOfTables(from) && (isTables(to) || to.startsWith('drizzle-orm')),

  'handlers import no other handlers, no React and no screens': ({ from, to }) =>
    isServerOfFeature(from) && (isHandler(to) || isScreen(to) || isUi(to) || isClient(to) || /^react(-dom)?$/.test(to)),

  'one file lists the handlers': ({ from, to }) => isHandler(to) && from !== 'src/program/operations.ts',

  'the server imports no screens': (each) =>
    (inFolder('server')(each.from) || isProgram(each.from) || isSandbox(each.from)) &&
    (isScreen(each.to) || isUi(each.to) || isClient(each.to) || inFolder('pages')(each.to) || isMock(each.to)) &&
    !is(each, mockedPages),

  'client and ui know no feature': ({ from, to }) =>
    (isClient(from) || isUi(from)) && (isFeature(to) || inFolder('pages')(to)),

  'client and ui leave each other alone, but for the choice of words': ({ from, to }) =>
    (isClient(from) && isUi(to)) || (isUi(from) && isClient(to) && to !== 'src/client/words.tsx'),
}

const broken = (rule: string, all: readonly Edge[]) =>
  all.filter((each) => !each.typeOnly && rules[rule]?.(each)).map(({ from, to }) => `${from} -> ${to}`)

test.each(Object.keys(rules))('%s', (rule) => {
  expect(broken(rule, imports)).toEqual([])
})

test('every import leads to a file', () => {
  const missing = imports.filter(({ to }) => to.startsWith('src/') && !existsSync(to))
  expect(missing.map(({ from, to }) => `${from} -> ${to}`)).toEqual([])
})

// --- Beyond imports ----------------------------------------------------------------------------------------------------

/** The clock's own readings, and SQL's: both would ignore a clock that a test has moved. */
const timeReader =
  /\bDate\.now\(\)|\bnew Date\(\)|\bnow\(\)\s*(?:at time zone|-|\+|<|>)?\s*['"`]?interval|\bcurrent_timestamp\b|(?:sql|subquery)`[^`]*\bnow\(\)/i

test('only the clock reads the time', () => {
  const readers = files.filter((path) => {
    if (path === 'src/server/clock.ts' || !(isServer(path) || isRule(path) || isKit(path))) return false
    return timeReader.test(readFileSync(path, 'utf8'))
  })
  expect(readers).toEqual([])
})

/**
 * Texts of `sql` that hold a subquery and can be selected: in a select from one table drizzle would write their columns
 * without a table, and inside the subquery they would be its own. `subquery` is for these.
 */
const looseSubqueries = (source: string) =>
  templatesIn(source)
    .filter(({ tag, text }) => tag === 'sql' && /\(\s*(?:select|with)\b/i.test(text))
    // A whole statement is not selected, and what stands inside another text is written with its tables.
    .filter(({ text }) => !/^\s*(?:select|with|insert|update|delete)\b/i.test(text))
    .map(({ text }) => text)

test('a subquery names the table of every column', () => {
  const loose = files
    .filter((path) => isServer(path))
    .flatMap((path) => looseSubqueries(readFileSync(path, 'utf8')).map((text) => `${path}: ${text}`))
  expect(loose).toEqual([])
})

test('nothing is larger than one reading: 400 lines', () => {
  const long = files.filter((path) => readFileSync(path, 'utf8').split('\n').length > 401)
  expect(long).toEqual([])
})

// --- Teeth: what must be reported is reported, and what may be is not --------------------------------------------------

describe('a forbidden import is reported', () => {
  const plan = 'src/features/membership/plans'
  test.each([
    ['src/kit/time.ts', 'pg', 'kit imports zod and nothing else'],
    ['src/kit/time.ts', `${plan}/plan.ts`, 'kit imports zod and nothing else'],
    ['src/pages/login.tsx', 'src/server/db.ts', "of the server a page imports the way to ask it, and a noun's loader"],
    [
      'src/pages/login.tsx',
      `${plan}/queries.server.ts`,
      "of the server a page imports the way to ask it, and a noun's loader",
    ],
    [
      'src/pages/login.tsx',
      'src/server/mail/outboxPage.ts',
      "of the server a page imports the way to ask it, and a noun's loader",
    ],
    [
      `${plan}/fan/loadPlan.server.ts`,
      `${plan}/queries.server.ts`,
      'a loader is given the way to ask and knows contracts only',
    ],
    ['src/pages/api/health.ts', `${plan}/PlanScreen.tsx`, 'doors import no screens'],
    [`${plan}/PlanScreen.tsx`, 'src/server/db.ts', 'what runs in a browser imports nothing of the server'],
    [`${plan}/PlanScreen.tsx`, `${plan}/queries.server.ts`, 'what runs in a browser imports nothing of the server'],
    [`${plan}/usePlans.ts`, 'src/program/serve.ts', 'what runs in a browser imports nothing of the server'],
    ['src/ui/Card.tsx', 'node:fs', 'what runs in a browser imports nothing of the server'],
    ['src/mocks/handlers.ts', 'src/program/serve.ts', 'what runs in a browser imports nothing of the server'],
    [
      `${plan}/PlanScreen.tsx`,
      'src/features/office/home/HomeScreen.tsx',
      'a screen imports the screens of its own wing and of lower ones',
    ],
    [`${plan}/PlanScreen.tsx`, 'src/features/club/brands/words.tsx', "a screen says its own wing's words"],
    [`${plan}/PlanScreen.tsx`, 'src/pages/login.tsx', 'features import no pages'],
    [`${plan}/plan.ts`, 'src/server/clock.ts', 'rules and contracts are pure: kit and other rules, no input or output'],
    [`${plan}/contract.ts`, 'node:crypto', 'rules and contracts are pure: kit and other rules, no input or output'],
    [
      `${plan}/contract.ts`,
      `${plan}/words.ja.ts`,
      'rules and contracts are pure: kit and other rules, no input or output',
    ],
    [`${plan}/contract.ts`, `${plan}/mock.ts`, "a noun's mock is for the mocked portal alone"],
    [`${plan}/operations.server.ts`, 'src/server/db.ts', "a noun's server code uses types of the server"],
    [`${plan}/queries.server.ts`, 'src/server/shared.ts', "a noun's server code uses types of the server"],
    [`${plan}/operations.server.ts`, 'src/config.server.ts', "a noun's server code uses types of the server"],
    [
      `${plan}/operations.server.ts`,
      'src/features/club/brands/operations.server.ts',
      'handlers import no other handlers, no React and no screens',
    ],
    [
      `${plan}/operations.server.ts`,
      `${plan}/tables.server.ts`,
      'tables are named by queries alone, and handlers write no SQL',
    ],
    [
      `${plan}/operations.server.ts`,
      'src/features/club/brands/tables.server.ts',
      'tables are named by queries alone, and handlers write no SQL',
    ],
    [`${plan}/jobs.server.ts`, 'drizzle-orm', 'tables are named by queries alone, and handlers write no SQL'],
    [`${plan}/operations.server.ts`, 'react', 'handlers import no other handlers, no React and no screens'],
    ['src/program/seed.ts', `${plan}/operations.server.ts`, 'one file lists the handlers'],
    ['src/program/serve.ts', `${plan}/PlanScreen.tsx`, 'the server imports no screens'],
    ['src/program/serve.ts', 'src/mocks/answer.ts', 'the server imports no screens'],
    ['src/ui/Card.tsx', `${plan}/plan.ts`, 'client and ui know no feature'],
    ['src/client/call.ts', 'src/ui/Card.tsx', 'client and ui leave each other alone, but for the choice of words'],
    ['src/ui/Card.tsx', 'src/client/call.ts', 'client and ui leave each other alone, but for the choice of words'],
  ])('%s -> %s', (from, to, rule) => {
    expect(broken(rule, [{ from, to, typeOnly: false }])).toEqual([`${from} -> ${to}`])
    expect(broken(rule, [{ from, to, typeOnly: true }])).toEqual([])
  })

  test('every rule has a negative control', () => {
    const source = readFileSync('tests/program/boundaries.test.ts', 'utf8')
    for (const rule of Object.keys(rules)) expect(source.split(rule).length, rule).toBeGreaterThan(2)
  })

  test.each([
    [`${plan}/PlanScreen.tsx`, session],
    [`${plan}/PlanScreen.tsx`, 'src/features/club/brands/contract.ts'],
    [`${plan}/queries.server.ts`, 'src/features/club/brands/tables.server.ts'],
    [`${plan}/jobs.server.ts`, 'src/server/jobDefinition.ts'],
    [`${plan}/tables.server.ts`, 'src/server/db/columns.ts'],
    ['src/features/club/brands/queries.server.ts', 'src/server/tables.server.ts'],
    ['src/pages/fc/[brandSlug]/index.tsx', 'src/program/ask.ts'],
    ['src/pages/fc/[brandSlug]/index.tsx', 'src/features/club/brands/fan/loadBrand.server.ts'],
    ['src/program/operations.ts', `${plan}/operations.server.ts`],
    ['src/pages/api/ready.ts', 'src/server/db.ts'],
    ['src/ui/Card.tsx', 'src/client/words.tsx'],
  ])('%s -> %s is fine', (from, to) => {
    for (const rule of Object.keys(rules)) expect(broken(rule, [{ from, to, typeOnly: false }]), rule).toEqual([])
  })

  test.each([
    ["import a from './a'", false],
    ["import './a'", false],
    ["import { type A, b } from './a'", false],
    ["import {\n  a,\n  b,\n} from './a'", false],
    ["export { a } from './a'", false],
    ["export * from './a'", false],
    ["const a = await import('./a')", false],
    ["const a = require('./a')", false],
    ["import type { A } from './a'", true],
    ["import { type A, type B } from './a'", true],
  ])('in the text %j', (source, typeOnly) => {
    expect(importsIn('src/kit/x.ts', source)).toMatchObject([{ from: 'src/kit/x.ts', to: 'src/kit/a', typeOnly }])
  })

  test('and not where it is only spoken of', () => {
    expect(importsIn('src/kit/x.ts', "// import a from './a'\n/* import b from './b' */")).toEqual([])
  })

  test.each(['Date.now()', 'new Date()', "now() - interval '1 day'", 'sql`select now()`', 'current_timestamp'])(
    'and %s is a reading of the clock',
    (text) => {
      expect(timeReader.test(text)).toBe(true)
      expect(timeReader.test('new Date(now()).toISOString()')).toBe(false)
    },
  )

  test.each([
    'sql`(select l.name from #{lines} l where l.order_id = #{orders.orderId} limit 1)`',
    "sql<string>`coalesce((select l.name from #{lines} l where l.order_id = #{orders.orderId}), '')`",
    'sql<{ name: string; list: Map<string, number> }[]>`exists (\n  SELECT 1 from #{lines} where #{column})`',
    'sql`#{a} and #{isOpen ? sql`exists (select 1 from #{lines} l where l.order_id = #{orders.orderId})` : subquery`x`}`',
    'db.select({ item: sql`(with l as (select 1) select 1 from l where #{orders.orderId} = 1)` })',
  ])('and so is the subquery %s', (sample) => {
    const text = sample.replaceAll('#{', '${')
    expect(looseSubqueries(`const { a } = b // it's\n${text}`)).toHaveLength(1)
    expect(looseSubqueries(text.replaceAll('sql', 'subquery'))).toEqual([])
  })

  test.each([
    'subquery<string>`(select l.name from #{lines} l where l.order_id = #{orders.orderId})`',
    'sql`select a from (select 1 as a) x`',
    'sql`not #{subquery`exists (select 1 from #{lines} l where l.order_id = #{orders.orderId})`}`',
    'sql`coalesce(#{orders.note}, #{open ? `(select` : 1})`',
    '// sql`(select 1)`\nconst text = "sql`(select 1)`"',
  ])('but not %s', (sample) => expect(looseSubqueries(sample.replaceAll('#{', '${'))).toEqual([]))

  test('in the real files there are subqueries', () => {
    const used = files.flatMap((path) => (isServer(path) ? templatesIn(readFileSync(path, 'utf8')) : []))
    expect(used.filter(({ tag }) => tag === 'subquery').length).toBeGreaterThan(50)
  })

  test('in the real files there are imports at all', () => {
    expect(imports.some(({ from, to }) => from === 'src/program/main.ts' && to === 'next')).toBe(true)
    expect(imports.length).toBeGreaterThan(500)
  })
})
