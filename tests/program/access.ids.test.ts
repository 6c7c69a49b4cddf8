import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Operation } from '#kit/contract.ts'
import { anyId, id } from '#kit/text.ts'
import { operations } from '#program/operations.ts'
import { addMember, newId, type Person, person, request } from '../support/club'
import { scene } from '../support/scene'
import { watchedState } from '../support/state'

const all = [...operations.values()].map(({ operation }) => operation)
type Scene = Awaited<ReturnType<typeof scene>>

type Path = readonly (string | number)[]
type JsonSchema = {
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  anyOf?: JsonSchema[]
  pattern?: string
}

const idPatterns = [id, anyId].map((schema) => (z.toJSONSchema(schema) as JsonSchema).pattern)

/** Where ids stand in a payload, at any depth, read off the operation's own schema: what has an id's shape is one. */
const idPaths = (schema: JsonSchema, at: Path = []): Path[] => [
  ...(schema.pattern !== undefined && idPatterns.includes(schema.pattern) ? [at] : []),
  ...Object.entries(schema.properties ?? {}).flatMap(([key, inside]) => idPaths(inside, [...at, key])),
  ...(schema.items ? idPaths(schema.items, [...at, 0]) : []),
  ...(schema.anyOf ?? []).flatMap((one) => idPaths(one, at)),
]
const pathsOf = ({ payload }: Operation) => idPaths(z.toJSONSchema(payload, { io: 'input' }) as JsonSchema)

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((inside, key) => (inside as Record<string | number, unknown> | undefined)?.[key], value)
const replaced = (value: unknown, [head, ...rest]: Path, by: unknown): unknown => {
  if (head === undefined) return by
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string | number, unknown>
  copy[head] = replaced(copy[head], rest, by)
  return copy
}

/** Operations that name nothing: there is nothing of another club's to ask for. */
const withoutIds = [
  'me.get',
  'getMyTenantApplications',
  'getPendingTenants',
  'getTenantInvitation',
  'acceptTenantInvitation',
  'declineTenantInvitation',
  'getBrandMetadataBySlug',
  'getEmbedBlockData',
  'getClubs',
  'getFanclubSitemapInfo',
  'getMyProfile',
  'updateMyProfile',
  'uploadMyIcon',
  'getMailSettings',
  'getMyNotices',
  'markMyNoticesSeen',
  'getMyClubs',
  'getMyHome',
  'getPushSettings',
  'addPushDevice',
  'setQuietHours',
  'stopNewsByMail',
  'changePaymentMethod',
  'payWithNewCard',
  'getActiveMyPlans',
  'getCanceledMyPlans',
  'getFanClubOrderHistory',
  'getCarts',
  'getGoodsCountInCarts',
  'getShippingAddressList',
  'getAddressByPostalCode',
  'getPayoutDesk',
  'finalizeStatements',
  'getPayoutPreflight',
  'createPayoutBatch',
  'getIdentityChecks',
  'getPlatformHome',
  'getDisputes',
  'getPlatformInquiries',
  'getFailedJobs',
  'getWaitingMoney',
  'getProviderBalance',
  'getUnallocatedPayments',
  // A person's own account is theirs by the token alone.
  'getMyAccount',
  'checkMyEmail',
  'changeMyEmail',
  'confirmMyEmail',
  'exportMyAccount',
  'deleteMyAccount',
]

test('an operation without any id says so', () => {
  const found = all.filter((operation) => pathsOf(operation).length === 0).map(({ name }) => name)
  expect(found.sort()).toEqual([...withoutIds].sort())
})

test('ids are found at every depth', () => {
  const deep = z.object({ a: z.object({ planIds: z.array(id) }), b: id.nullable(), name: z.string() })
  expect(idPaths(z.toJSONSchema(deep) as JsonSchema)).toEqual([['a', 'planIds', 0], ['b']])
})

const neutral = (body: string) => body.replace(/"requestId":"[^"]*"/, '')

describe("another club's ids", () => {
  const state = watchedState()
  let ours: Scene
  let theirs: Scene
  beforeAll(async () => {
    ours = await scene()
    theirs = await scene()
  })

  const asker = (operation: Operation): Person => (operation.caller === 'fan' ? ours.applicant : ours.owner)

  test.each(
    all
      .filter(({ caller }) => caller === 'tenant' || caller === 'brand' || caller === 'fan')
      .map((operation) => [operation.name, operation] as const),
  )('%s answers as for ids that nobody has, and changes nothing', async (name, operation) => {
    const mine = ours.examples[name] ?? {}
    const foreign = theirs.examples[name] ?? {}
    // An optional id that the example leaves out cannot be exchanged for another club's.
    const fields = pathsOf(operation).filter((path) => valueAt(mine, path) !== undefined)
    if (fields.length === 0) return
    const random = newId('plan')
    const exchanged = (paths: Path[], of: (path: Path) => unknown) =>
      paths.reduce<unknown>((payload, path) => replaced(payload, path, of(path)), mine)
    // Fans exist in every club, so only payloads that mix ids of two clubs belong to nobody.
    const isOfEveryClub =
      operation.caller === 'fan' && ['content', 'comment', 'plan', 'brand'].includes(operation.by ?? '')
    const whole = isOfEveryClub ? [] : [fields]
    const single = isOfEveryClub && fields.length === 1 ? [] : fields.map((field) => [field])
    const trials = [...whole, ...single].map(
      (paths) =>
        [
          paths.map((path) => path.join('.')).join(' '),
          exchanged(paths, (path) => valueAt(foreign, path)),
          exchanged(paths, () => random),
        ] as const,
    )
    const before = await state.before()
    for (const [which, payload, unknown] of trials) {
      const answer = await request(operation, JSON.stringify(payload), asker(operation))
      const oracle = await request(operation, JSON.stringify(unknown), asker(operation))
      // A free slug is free whoever asks: that is its answer, and it tells nothing of the application.
      if (operation.name === 'checkBrandSlug') continue
      // What somebody has open is only compared with what others of their brand have open: nobody is there, and it is left again.
      if (operation.name === 'noteEditing' && which === 'itemId') {
        expect([answer.body, oracle.body]).toEqual(['{"others":[]}', '{"others":[]}'])
        for (const one of [payload, unknown])
          await request(operation, JSON.stringify({ ...(one as object), isLeaving: true }), asker(operation))
        continue
      }
      // What is not in one's own cart is answered as data (rule: goods.answers), with the id that was sent.
      if (operation.name === 'updateCart' && which.startsWith('goodsList')) {
        expect(JSON.parse(answer.body).errors).toMatchObject([{ error: 'goodsNotFound' }])
        continue
      }
      // A filter that names nothing of ours finds nothing.
      const isEmpty = operation.effect === 'read' && answer.status === 200
      if (isEmpty) expect(answer.body).not.toContain(theirs.tenantId)
      else expect([403, 404], `${name} ${which}: ${answer.status} ${answer.body}`).toContain(answer.status)
      expect(answer.status, `${name} ${which}`).toBe(oracle.status)
      expect(neutral(answer.body), `${name} ${which}`).toBe(neutral(oracle.body))
    }
    expect(await state.now(), name).toEqual(before)
  })

  test("a member limited to one brand cannot reach the club's other brand", async () => {
    const limited = await person()
    await addMember(ours.tenantId, limited, 'editor', [newId('brand')])
    const { operation } = operations.get('getPlans') ?? {}
    const answer = await request(operation as Operation, JSON.stringify(ours.ids), limited)
    expect(answer.status).toBe(404)
  })
})
