import { describe, expect, test } from 'vitest'
import { type Import, imports, importsIn } from '../support/imports'

/*
 * The house stands in wings with one direction (docs/house.md): a wing knows those below it, nothing below knows the roof,
 * and the ground knows none of them. Whatever a wing needs of one above comes down as a port, as a list of `program/`, or as
 * a slot that a page fills.
 */
const wings = ['club', 'money', 'membership', 'publishing', 'shop', 'office']
const ground = /^src\/(server|client|ui|kit|sandbox)\//

const wingOf = (path: string) => path.match(/^src\/features\/([^/]+)\//)?.[1]
const isRoof = (path: string) => path.startsWith('src/program/')
const rankOf = (path: string) => (isRoof(path) ? wings.length : wings.indexOf(wingOf(path) ?? ''))
const isInWings = (path: string) => rankOf(path) >= 0
/** A room is a folder of a wing; the roof is one room. */
const roomOf = (path: string) => (isRoof(path) ? 'program' : path.match(/^src\/features\/([^/]+\/[^/]+)\//)?.[1])

const textOf = ({ from, to }: Import) => `${from} -> ${to}`
const runsBack = ({ from, to }: Import) => isInWings(from) && rankOf(to) > rankOf(from)
const isOfGround = ({ from, to }: Import) => ground.test(from) && isInWings(to)

/** Run-time imports that run back, each with its reason; none may be added. */
const exceptions: Record<string, string> = {
  'src/features/money/orders/tables.server.ts -> src/features/membership/plans/tables.server.ts':
    'the foreign key of an order on the plan that it pays',
  'src/features/membership/plans/contents.queries.server.ts -> src/features/publishing/contents/tables.server.ts':
    'the cards of plans count and name their newest contents in the statement that reads the plans',
  'src/features/membership/plans/archive.queries.server.ts -> src/features/publishing/contents/tables.server.ts':
    'the preview of an archive says which contents become drafts, by the rows that link them to plans',
  'src/features/membership/plans/archive.queries.server.ts -> src/features/publishing/contents/queries.server.ts':
    'the preview uses the same predicate as the list of contents, so that both say the same',
}
const mostExceptions = 4
const mostOfTypes = 6
const mostPairs = 25

/** Files that no other wing may import: what they start stands in a work or front file, or comes up as a port. */
const isInner = (path: string) =>
  /\/(operations|jobs|callbacks)\.server\.ts$|\/mock\.ts$|\/words(\.\w+)?\.tsx?$|[/.]mails\.ts$/.test(path)

const pairsIn = (all: readonly Import[]) => {
  const edges = new Set<string>()
  for (const { from, to } of all) {
    const [a, b] = [roomOf(from), roomOf(to)]
    if (a && b && a !== b) edges.add(`${a} ${b}`)
  }
  return [...edges].filter((edge) => {
    const [a = '', b = ''] = edge.split(' ')
    return a < b && edges.has(`${b} ${a}`)
  })
}

const problems = (all: readonly Import[]) => [
  ...all.filter((one) => !one.typeOnly && runsBack(one) && !(textOf(one) in exceptions)).map(textOf),
  ...all.filter((one) => !one.typeOnly && isOfGround(one)).map(textOf),
  ...all
    .filter(({ from, to }) => isInWings(from) && !isRoof(from) && wingOf(from) !== wingOf(to) && isInner(to))
    .filter(({ to }) => wingOf(to) !== undefined)
    .map(textOf),
]

test('a wing imports wings below it, nothing below imports the roof, and the ground imports neither', () => {
  expect(problems(imports)).toEqual([])
})

test('every exception is an import that exists, and there are no more of them', () => {
  const real = new Set(imports.filter((one) => !one.typeOnly).map(textOf))
  expect(Object.keys(exceptions).filter((one) => !real.has(one))).toEqual([])
  expect(Object.keys(exceptions).length).toBeLessThanOrEqual(mostExceptions)
})

test('few types are named upwards', () => {
  const named = imports.filter((one) => one.typeOnly && (runsBack(one) || isOfGround(one))).map(textOf)
  console.log(['types named upwards:', ...named].join('\n  '))
  expect(named.length).toBeLessThanOrEqual(mostOfTypes)
})

test('few rooms import each other', () => {
  const pairs = pairsIn(imports)
  expect(pairs.length, pairs.join('\n')).toBeLessThanOrEqual(mostPairs)
})

test('every room of the features stands in a wing', () => {
  const rooms = new Set(imports.flatMap(({ from }) => from.match(/^src\/features\/([^/]+)\//)?.[1] ?? []))
  expect([...rooms].filter((room) => !wings.includes(room))).toEqual([])
})

test('parts of the house import each other by name', () => {
  const part = (path: string) => wingOf(path) ?? path.match(/^src\/(program|server|client|ui|kit|sandbox|mocks)\//)?.[1]
  const climbing = imports.filter(
    ({ from, to, specifier }) =>
      specifier.startsWith('.') && part(from) !== undefined && part(to) !== undefined && part(from) !== part(to),
  )
  expect(climbing.map(textOf)).toEqual([])
})

describe('a wrong arrow is reported', () => {
  const inFile = (from: string, source: string) => importsIn(from, source)
  test.each([
    ['src/features/club/brands/queries.server.ts', "import { a } from '#office/home/home.ts'"],
    ['src/features/club/brands/queries.server.ts', "const a = await import('#office/home/home.ts')"],
    ['src/features/club/brands/queries.server.ts', "import { a } from '../../office/home/home'"],
    ['src/features/publishing/events/event.ts', "import { a } from '#shop/goods/goods.ts'"],
    ['src/features/shop/goods/goods.ts', "import { a } from '#program/ports.ts'"],
    ['src/server/clock.ts', "import { a } from '#club/brands/brand.ts'"],
    ['src/kit/time.ts', "import { a } from '#program/ports.ts'"],
    ['src/sandbox/world.ts', "import { a } from '#money/orders/order.ts'"],
    ['src/features/shop/goods/save.server.ts', "import { a } from '#club/uploads/jobs.server.ts'"],
    ['src/features/shop/goods/save.server.ts', "import { a } from '#money/orders/mails.ts'"],
    ['src/features/shop/goods/mock.ts', "import { a } from '#club/brands/mock.ts'"],
  ])('%s: %s', (from, source) => {
    expect(problems(inFile(from, source))).toHaveLength(1)
  })

  test.each([
    ['src/features/shop/goods/goods.ts', "import { a } from '#publishing/events/event.ts'"],
    ['src/features/office/home/home.ts', "import { a } from '#shop/goods/goods.ts'"],
    ['src/features/shop/goods/save.server.ts', "import { a } from '../carts/cart'"],
    ['src/features/shop/goods/save.server.ts', "import { a } from '#club/uploads/work.server.ts'"],
    ['src/program/ports.ts', "import { a } from '#shop/orders/sold.server.ts'"],
    ['src/features/club/brands/brand.ts', "import { a } from '#kit/time.ts'"],
  ])('%s: %s is fine', (from, source) => {
    expect(problems(inFile(from, source))).toEqual([])
  })

  test('a pair of rooms counts once', () => {
    const both = [
      ...inFile('src/features/shop/goods/goods.ts', "import { a } from '../carts/cart'"),
      ...inFile('src/features/shop/carts/cart.ts', "import { b } from '../goods/goods'"),
      ...inFile('src/features/shop/carts/cart.ts', "import { b } from '../orders/contract'"),
    ]
    expect(pairsIn(both)).toEqual(['shop/carts shop/goods'])
  })
})
