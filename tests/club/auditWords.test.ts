import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { detailsOf } from '#club/audit/audit.ts'
import { valueText } from '#club/audit/KeptFields.tsx'
import { listFields, momentFields, yenFields } from '#club/audit/kept.ts'
import { hrefOfDetail } from '#club/audit/links.tsx'
import en from '#club/audit/words.en.ts'
import ja from '#club/audit/words.ja.ts'
import { operations } from '#program/operations.ts'

type Schema = { type?: string; enum?: unknown[]; const?: unknown; maximum?: number; anyOf?: Schema[]; items?: Schema }

/** Each field that the log of a club keeps of an act, as it is asked for. */
const kept = [...operations.values()].flatMap(({ operation: { name, caller, audit, payload } }) => {
  if (caller !== 'tenant' && caller !== 'brand') return []
  const { properties = {} } = z.toJSONSchema(payload, { unrepresentable: 'any', io: 'input' }) as {
    properties?: Record<string, Schema>
  }
  return audit.map((field) => ({ operation: name, field, schema: properties[field] ?? {} }))
})
/** What a field may be: one of several kinds, null or one, or a list of it. */
const partsOf = (schema: Schema): Schema[] => [
  schema,
  ...[...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])].flatMap(partsOf),
]
/** The last moment that any payload may say. */
const lastMoment = 253402268399999

describe.each([
  ['ja', ja],
  ['en', en],
] as const)('the log in %s', (locale, words) => {
  test('names each field that it keeps of an act', () => {
    expect(kept.length).toBeGreaterThan(200)
    expect(kept.filter(({ field }) => !words.fields[field])).toEqual([])
    const known = new Set([...kept.map(({ field }) => field), 'message'])
    expect(Object.keys(words.fields).filter((field) => !known.has(field))).toEqual([])
  })

  test('says each choice of a field as the screens do, never as programs do', () => {
    const choices = kept.flatMap(({ operation, field, schema }) =>
      partsOf(schema).flatMap((part) =>
        [...(part.enum ?? []), part.const].flatMap((value) =>
          typeof value === 'string' ? { operation, field, value } : [],
        ),
      ),
    )
    const named = (field: string) => (field === 'role' ? words.roles : words.values[field])
    expect(choices.length).toBeGreaterThan(80)
    expect(choices.filter(({ field, value }) => !named(field)?.[value])).toEqual([])
  })

  test('says moments, amounts, months, sizes, lists and answers so that they are read', () => {
    const said = (payload: object) => detailsOf(payload).map((detail) => valueText(detail, words, locale))
    const [from, to] = [Date.parse('2020-11-20T03:00:00Z'), 'indefinite']
    expect(
      said({ from, until: to, amount: 1500, month: '2026-10', period: { year: 2026, month: 11 }, size: 3_400_000 }),
    ).toEqual(
      locale === 'ja'
        ? ['2020/11/20（金）12:00 JST', '解除するまで', '¥1,500', '2026年10月', '2026年11月', '3.4 MB']
        : ['Fri, Nov 20, 2020, 12:00 JST', 'it is lifted', '¥1,500', 'Oct 2026', 'Nov 2026', '3.4 MB'],
    )
    const orderIds = Array.from({ length: 120 }, (_, n) => `order_${n}`)
    expect(
      said({ orderIds, paymentState: ['paid', 'refunded'], on: true, notify: false, role: 'editor', reason: 'Torn.' }),
    ).toEqual(
      locale === 'ja'
        ? ['120件', '入金済み、返金済み', 'はい', 'いいえ', '編集', 'Torn.']
        : ['120', 'paid, refunded', 'yes', 'no', 'editor', 'Torn.'],
    )
    const many = Array.from({ length: 100 }, (_, n) => `word ${n}`)
    expect(said({ words: many })[0]).toMatch(
      locale === 'ja' ? /^word 0、word 1.*、ほか\d+件$/ : /^word 0, word 1.*, \d+ more$/,
    )
  })
})

test('every kept moment is one for the log, and every list has items to read or a number', () => {
  const moments = kept.filter(({ schema }) => partsOf(schema).some(({ maximum }) => maximum === lastMoment))
  expect(new Set(moments.map(({ field }) => field))).toEqual(momentFields)
  const all = new Set(kept.map(({ field }) => field))
  expect([...yenFields, ...listFields].filter((field) => !all.has(field))).toEqual([])
})

test('what an entry names is opened where it is seen, of the brand or of the club', () => {
  const club = { tenantId: 't' }
  const hrefs = (brandId: string | null, payload: object) => {
    const details = detailsOf(payload)
    return details.map((detail) => hrefOfDetail(club, { brandId, details }, detail))
  }
  expect(hrefs('b', { orderId: 'o', planContentId: 'c', reason: 'Torn.' })).toEqual([
    '/tenants/t/brands/b/orders/o',
    '/tenants/t/brands/b/contents/c',
    null,
  ])
  expect(hrefs('b', { kind: 'plan', itemId: 'p' })).toEqual([null, '/tenants/t/brands/b/plans/p'])
  expect(hrefs('b', { goodsId: 'g' })).toEqual(['/tenants/t/brands/b/goods/g'])
  expect(hrefs(null, { goodsId: 'g', memberId: 'm', orderId: 'o' })).toEqual([
    '/tenants/t/event-goods/g',
    '/tenants/t',
    null,
  ])
})
