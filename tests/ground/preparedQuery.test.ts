import { and, desc, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { brands } from '#club/brands/tables.server.ts'
import { tenants } from '#club/tenants/tables.server.ts'
import { plans } from '#membership/plans/tables.server.ts'
import { now } from '#server/clock.ts'
import { jsonList } from '#server/db/jsonList.ts'
import { prepared } from '#server/db/prepared.ts'
import { database, inTransaction } from '#server/db.ts'
import type { Db } from '#server/proven.ts'
import { club } from '../support/club'
import { addContent, addPlan } from '../support/fan'

const arg = sql.placeholder
const other = alias(plans, 'other')

type Question = { prepare: (name: string) => { execute: (values?: Record<string, unknown>) => Promise<unknown[]> } }
/** Every kind of field that rows are made of. */
const questions = (db: Db): Record<string, Question> => {
  const cheap = db
    .select({ planId: plans.planId, first: sql`${plans.editedAt}`.mapWith(plans.editedAt).as('first') })
    .from(plans)
    .where(eq(plans.tenantId, arg('tenantId')))
    .as('cheap')
  const ofTenant = eq(brands.tenantId, arg('tenantId'))
  return {
    'a table’s own columns': db
      .select()
      .from(plans)
      .where(eq(plans.tenantId, arg('tenantId')))
      .orderBy(plans.planId),
    'named columns, texts and lists': db
      .select({
        planId: plans.planId,
        editedAt: plans.editedAt,
        price: sql<number>`${plans.price} + 1`,
        upper: sql<string>`upper(${plans.name})`.mapWith((text: string) => `${text}!`).as('upper'),
        none: sql<null>`null`.mapWith(Number),
        list: jsonList({ planId: plans.planId, editedAt: plans.editedAt }, sql`${plans.planId}`).as('list'),
      })
      .from(plans)
      .where(eq(plans.tenantId, arg('tenantId')))
      .groupBy(plans.tenantId, plans.planId),
    'columns of a subquery': db.select().from(cheap).orderBy(cheap.planId),
    'tables that are joined': db
      .select()
      .from(brands)
      .innerJoin(tenants, eq(tenants.tenantId, brands.tenantId))
      .leftJoin(plans, and(eq(plans.tenantId, brands.tenantId), eq(plans.brandId, brands.brandId)))
      .where(ofTenant)
      .orderBy(plans.planId),
    'what an outer join does not find': db
      .select()
      .from(brands)
      .leftJoin(plans, and(eq(plans.tenantId, brands.tenantId), eq(plans.planId, arg('missing'))))
      .where(ofTenant),
    'objects of columns of one table and of two, found and not': db
      .select({
        brandId: brands.brandId,
        found: { planId: plans.planId, archivingAt: plans.archivingAt, editedAt: plans.editedAt },
        nullFirst: { archivingAt: plans.archivingAt, planId: plans.planId },
        mixed: { planId: other.planId, slug: brands.slug },
        missing: { planId: other.planId, name: other.name },
      })
      .from(brands)
      .leftJoin(plans, and(eq(plans.tenantId, brands.tenantId), eq(plans.brandId, brands.brandId)))
      .leftJoin(other, and(eq(other.tenantId, brands.tenantId), eq(other.planId, arg('missing'))))
      .where(ofTenant)
      .orderBy(desc(plans.planId)),
  }
}
/** None of it has to have an argument that it does not name. */
const asked = (ids: { tenantId: string; brandId: string }) => ({ ...ids, missing: 'plan_missing' })

test('a prepared query answers the rows that drizzle makes of the same answer', async () => {
  const { ids } = await club()
  const planId = await addPlan(ids, { archivingAt: now() + 1000 })
  await addPlan(ids)
  await addContent(ids, { planIds: [planId] })
  for (const [name, question] of Object.entries(questions(database()))) {
    const once = prepared(() => question.prepare(''))
    const wanted = await question.prepare('').execute(asked(ids))
    expect(wanted.length, name).toBeGreaterThan(0)
    expect(await once(database()).execute(asked(ids)), name).toStrictEqual(wanted)
    expect(await inTransaction((db) => once(db).execute(asked(ids))), name).toStrictEqual(wanted)
  }
})

test('a prepared write takes its values as its columns do, and says what it wrote or how much', async () => {
  const { ids } = await club()
  const planId = await addPlan(ids)
  const at = now() + 5000
  const move = (db: Db) =>
    db
      .update(plans)
      .set({ archivingAt: sql`${sql.param(arg('at'), plans.archivingAt)}` })
      .where(and(eq(plans.tenantId, arg('tenantId')), eq(plans.planId, arg('planId'))))
  const returning = prepared((db) => move(db).returning({ archivingAt: plans.archivingAt }).prepare(''))
  const counted = prepared((db) => move(db).prepare(''))
  expect(await returning(database()).execute({ ...ids, planId, at })).toStrictEqual([{ archivingAt: at }])
  expect(await counted(database()).execute({ ...ids, planId, at })).toMatchObject({ rowCount: 1 })
})

test('a prepared query without one of its arguments is not asked, and one that fails says no more than others', async () => {
  const query = prepared((db) =>
    db
      .select({ one: sql`${arg('text')}::int` })
      .from(tenants)
      .where(eq(tenants.tenantId, arg('tenantId')))
      .prepare(''),
  )
  await expect(query(database()).execute({ text: '1' })).rejects.toThrow('No value for placeholder "tenantId"')
  await expect(query(database()).execute({ text: 'one', tenantId: '' })).rejects.toMatchObject({
    message: expect.stringMatching(/^Failed query:/),
    cause: { code: '22P02' },
  })
})
