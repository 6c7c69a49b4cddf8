import { sql } from 'drizzle-orm'
import { check, foreignKey, index, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { tenants } from '#club/tenants/tables.server.ts'
import { instantColumn } from '#server/db/columns.ts'
import { goods } from '../goods/tables.server'
import type { EventGoodsSaid } from './contract'
import type { Delivery, DraftState, PickUp } from './eventGoods'

/** Additional data of event goods, which are goods of their home brand and use its shop, carts and orders. */
export const eventGoods = pgTable(
  'event_goods',
  {
    tenantId: text('tenant_id').notNull(),
    goodsId: text('goods_id').notNull(),
    brandId: text('brand_id').notNull(),
    eventId: text('event_id'),
    delivery: text('delivery').$type<Delivery>().notNull(),
    pickUp: jsonb('pick_up').$type<PickUp>().notNull(),
    endedAt: instantColumn('ended_at'),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.goodsId] }),
    foreignKey({ columns: [table.tenantId, table.goodsId], foreignColumns: [goods.tenantId, goods.goodsId] }),
    index('event_goods_newest').on(table.tenantId, table.createdAt.desc().nullsFirst(), table.goodsId),
    index('event_goods_event').on(table.tenantId, table.eventId, table.createdAt.desc().nullsFirst(), table.goodsId),
    check('event_goods_delivery', sql`delivery in ('shipping', 'pickUp', 'both', 'digital')`),
  ],
)

/** Drafts of changes to event goods; without effect until approved. */
export const eventGoodsDrafts = pgTable(
  'event_goods_drafts',
  {
    tenantId: text('tenant_id')
      .notNull()
      .references(() => tenants.tenantId),
    draftId: text('draft_id').notNull(),
    /** The home brand in the draft. */
    brandId: text('brand_id').notNull(),
    /** Null: the draft creates new goods. */
    goodsId: text('goods_id'),
    payload: jsonb('payload').$type<EventGoodsSaid>().notNull(),
    state: text('state').$type<DraftState>().notNull(),
    /** `editedAt` of the goods when the draft was started: a later change makes the approval a conflict. */
    basedOn: instantColumn('based_on'),
    authorUid: text('author_uid').notNull(),
    reason: text('reason').notNull().default(''),
    createdAt: instantColumn('created_at').notNull(),
    editedAt: instantColumn('edited_at').notNull(),
    submittedAt: instantColumn('submitted_at'),
    decidedBy: text('decided_by'),
    decidedAt: instantColumn('decided_at'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.draftId] }),
    foreignKey({
      name: 'event_goods_drafts_goods',
      columns: [table.tenantId, table.goodsId],
      foreignColumns: [goods.tenantId, goods.goodsId],
    }),
    index('event_goods_drafts_newest').on(table.tenantId, table.editedAt.desc().nullsFirst(), table.draftId),
    index('event_goods_drafts_state').on(
      table.tenantId,
      table.state,
      table.editedAt.desc().nullsFirst(),
      table.draftId,
    ),
    // At most one open draft per goods.
    uniqueIndex('event_goods_drafts_open').on(table.tenantId, table.goodsId).where(sql`state <> 'approved'`),
    check('event_goods_drafts_state_known', sql`state in ('editing', 'submitted', 'approved', 'returned')`),
    check('event_goods_drafts_decided', sql`(decided_at is null) = (decided_by is null)`),
  ],
)
