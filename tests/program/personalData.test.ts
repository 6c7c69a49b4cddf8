import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { accounts } from '#office/accounts/contract.ts'
import { personalData } from '#program/personalData.ts'
import { pool } from '#server/db.ts'
import type { Fate } from '#server/personal.ts'
import { runDueJobs } from '#server/queue.ts'
import { addMember, ask, type Person, person } from '../support/club'
import { scene } from '../support/scene'

/*
 * What the program stores about people (program/personalData.ts): every column that may hold somebody's uid, address, name
 * or words is in a room's list, with what becomes of it.
 */

/** `table.column`, as PostgreSQL calls them. */
const classed = new Map<string, Fate>(
  personalData.flatMap(({ columns }) =>
    columns.flatMap(({ table, fates }) => {
      const { name, columns: all } = getTableConfig(table)
      const sqlName = (key: string) => (table as unknown as Record<string, { name: string }>)[key]?.name
      expect(all.length).toBeGreaterThan(0)
      return Object.entries(fates).map(([key, fate]) => [`${name}.${sqlName(key)}`, fate] as const)
    }),
  ),
)

const modules = import.meta.glob<Record<string, unknown>>('../../src/**/tables.server.ts')
const tables = (await Promise.all(Object.values(modules).map((load) => load())))
  .flatMap((one) => Object.values(one))
  .filter((one) => one instanceof PgTable)
  .map((table) => getTableConfig(table))

/** A column of this name says or may say who somebody is, or holds what somebody wrote. */
const mayBePersonal =
  /(^|_)(uid|email|by|actor|author|applicant|from|name|phone|address|postal|prefecture|town|building|holder|secret|label|labels|icon|note|notes|reason|message|subject|content|body|text|contact|detail|cause|viewer|network|verifier|key|mail)(_|$)|^(assigned_to|bank_label|last_digits|legal_notice|performers|performer_line|file_name)$/
const isWritten = (type: string) => ['text', 'jsonb', 'json'].includes(type)

/** What has such a name, or is an object, and is about no person. */
const ofNobody: Record<string, string> = {
  'the name of a thing': `brands.name tenants.name plans.name contents.name goods.name goods_variations.name goods_files.name
    bin.name content_versions.name order_lines.name order_lines.variation_name order_lines.english fulfillments.provider_name statements.brand_name statements.platform bank_accounts.bank_name
    bank_accounts.branch_name brand_figures.name brands.icon`,
  'a key of ours or of a file': `orders.open_key uploads.key exports.key tracking_imports.key streamings.stream_key
    account_files.key idempotency_keys.body_hash directory.name`,
  'what a club publishes': `content_versions.text content_versions.image_urls contents.text contents.image_urls contents.former_periods brands.links brands.page_parts
    brands.pinned_contents brands.pinned_goods watched_words.words
    streamings.notices events.schedules events.plan_ids events.cancellation events.postponement events.key_visual_url goods.plan_ids
    goods.thumbnails goods.sale_windows event_goods.pick_up goods.shipping_time_text brands.english plans.english contents.english
    content_versions.english goods.english goods_variations.english events.english`,
  'one of the program’s own words': `payouts.return_reason subscriptions.end_reason download_grants.suspend_reason
    stock_moves.reason video_conversions.reason comments.held_reasons tenant_applications.history
    application_messages.author uploads.content_type identity_documents.content_type orders.held_from
    bank_accounts.holder_type contents.viewable_by disputes.reason payment_looks.name
    tenants.closing_reason tenants.suspension_reason`,
  'figures, and choices of shares or parts': `goods.shares order_lines.shares refunds.lines statements.figures
    konbini_payments.stores konbini_payments.reminders_sent uploads.parts video_conversions.renditions
    video_conversions.posters brand_figures.value`,
}
const named = new Set(Object.values(ofNobody).flatMap((columns) => columns.split(/\s+/)))

const columns = tables.flatMap(({ name, columns: all }) =>
  all.map((column) => ({ name: `${name}.${column.name}`, column: column.name, type: column.getSQLType() })),
)

test('every column that may be about a person is in the list of its room', () => {
  const found = columns.filter(
    ({ column, type }) =>
      isWritten(type) && !column.endsWith('_id') && (mayBePersonal.test(column) || type === 'jsonb'),
  )
  const unclassed = found.map(({ name }) => name).filter((name) => !classed.has(name) && !named.has(name))
  expect(unclassed).toEqual([])
  expect(found.length).toBeGreaterThan(150)
})

test('the lists name columns that there are, each once, and every stay has its reason', () => {
  const all = personalData.flatMap((room) => room.columns.map(({ table }) => getTableConfig(table).name))
  expect(all.toSorted()).toEqual([...new Set(all)].toSorted())
  const known = new Set(columns.map(({ name }) => name))
  expect([...classed.keys(), ...named].filter((name) => !known.has(name))).toEqual([])
  expect([...named].filter((name) => classed.has(name) && name !== 'account_files.key')).toEqual([])
  expect([...classed].filter(([, { kept }]) => kept !== null && kept.length < 12)).toEqual([])
})

test('every room with a table is asked', async () => {
  const rooms = Object.keys(import.meta.glob('../../src/**/personal.queries.server.ts'))
  expect(personalData.length).toBe(rooms.length + 2)
})

describe('in a club with one of everything', () => {
  /** Where a text stands, by column. */
  const found = async (text: string) => {
    const places = new Set<string>()
    for (const { name, columns: all } of tables) {
      const { rows } = await pool().query<{ row: Record<string, unknown> }>(
        `select to_jsonb(t) as row from "${name}" t where t::text like $1`,
        [`%${text}%`],
      )
      for (const { row } of rows)
        for (const { name: column } of all)
          if (JSON.stringify(row[column] ?? '').includes(text)) places.add(`${name}.${column}`)
    }
    return [...places]
  }
  let people: Record<'fan' | 'staff' | 'owner', Person>
  const before = new Map<string, string[]>()
  const after = new Map<string, string[]>()
  const copies = new Map<string, string>()
  const mine = new Map<string, { name: string; text: string }[]>()
  /** The texts of somebody's own rows that the copy is to hold. */
  const ownTexts = async (uid: string) => {
    const texts: { name: string; text: string }[] = []
    for (const { name, columns: all } of tables) {
      const whose = all.map((column) => column.name).find((column) => /^(uid|applicant_uid|author_uid)$/.test(column))
      const copied = all.map((column) => column.name).filter((column) => classed.get(`${name}.${column}`)?.exported)
      if (whose === undefined || copied.length === 0) continue
      const { rows } = await pool().query<Record<string, unknown>>(`select * from "${name}" where ${whose} = $1`, [uid])
      for (const row of rows)
        for (const column of copied) {
          const text = row[column]
          if (typeof text === 'string' && text !== '') texts.push({ name: `${name}.${column}`, text })
        }
    }
    return texts
  }

  beforeAll(async () => {
    const of = await scene()
    await addMember(of.tenantId, await person(), 'owner')
    people = { fan: of.applicant, staff: of.editor, owner: of.owner }
    for (const { uid, email } of Object.values(people))
      for (const text of [uid, email]) before.set(text, await found(text))
    for (const who of Object.values(people)) {
      const { exportId } = await ask(accounts.exportMyAccount, {}, who)
      await runDueJobs()
      const { storage } = await import('#server/storage/storage.ts')
      const { rows } = await pool().query('select key from account_files where export_id = $1', [exportId])
      const parts: Buffer[] = []
      for await (const part of await storage().read(rows[0].key)) parts.push(part as Buffer)
      copies.set(who.uid, Buffer.concat(parts).toString('utf8'))
      mine.set(who.uid, await ownTexts(who.uid))
    }
    for (const who of Object.values(people)) await ask(accounts.deleteMyAccount, { typedEmail: who.email }, who)
    await runDueJobs()
    for (const { uid, email } of Object.values(people))
      for (const text of [uid, email]) after.set(text, await found(text))
  })

  test('somebody’s uid and address stand in listed columns only', () => {
    const places = new Set([...before.values()].flat())
    expect([...places].filter((name) => !classed.has(name))).toEqual([])
    expect(places.size).toBeGreaterThan(20)
  })

  test('the copy holds what it should', () => {
    for (const [uid, texts] of mine) {
      const copy = copies.get(uid) ?? ''
      expect(texts.filter(({ text }) => !copy.includes(JSON.stringify(text).slice(1, -1)))).toEqual([])
    }
    expect(new Set([...mine.values()].flat().map(({ name }) => name)).size).toBeGreaterThan(12)
  })

  test('after the deletion they stand where they are kept, with its reason', () => {
    const left = [...new Set([...after.values()].flat())]
    // An order of the scene is still to be sent or to be settled: until then its buyer stays (`forgetBuyers`).
    const open = left.filter((name) => name.startsWith('order_buyers.'))
    const wrong = left.filter((name) => !open.includes(name) && typeof classed.get(name)?.kept !== 'string')
    expect(wrong).toEqual([])
    for (const { email } of Object.values(people))
      expect(
        after.get(email)?.filter((name) => !/^(order_buyers|failed_jobs|sandbox_|idempotency_keys)/.test(name)),
      ).toEqual([])
  })
})
