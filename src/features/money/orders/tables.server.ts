import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { brands } from '#club/brands/tables.server.ts'
import type { English } from '#kit/english.ts'
import { plans } from '#membership/plans/tables.server.ts'
import { instantColumn, pictureColumn } from '#server/db/columns.ts'
import type { Share } from '../ledger/shares'
import type { Confirmation, FulfillmentState, OrderKind, PaymentMethod, PaymentState } from './order'
import type { ReceiptParties } from './receipt'

/**
 * Every charge is one order: the first payment of a plan and each renewal, a back number, goods. What was agreed is a
 * snapshot: nothing here follows a plan's or a product's later changes.
 */
export const orders = pgTable(
  'orders',
  {
    tenantId: text('tenant_id').notNull(),
    brandId: text('brand_id').notNull(),
    orderId: text('order_id').notNull(),
    /** For people: `A-000123`, numbered by brand. */
    orderNumber: text('order_number').notNull(),
    uid: text('uid').notNull(),
    kind: text('kind').$type<OrderKind>().notNull(),
    paymentMethod: text('payment_method').$type<PaymentMethod>().notNull(),
    paymentState: text('payment_state').$type<PaymentState>().notNull(),
    /** Where the goods of it are; everything else has nothing to send. */
    fulfillmentState: text('fulfillment_state').$type<FulfillmentState>().notNull().default('notRequired'),
    /** State before the order was put on hold, restored on release. */
    heldFrom: text('held_from').$type<FulfillmentState>(),
    /** A refund of it failed, and no later one gave the money back (`failedRefund`). */
    isRefundFailed: boolean('is_refund_failed').notNull().default(false),
    /** A dispute or a bank's question about it is open. */
    isDisputed: boolean('is_disputed').notNull().default(false),
    /** Tab of the staff's list; each order is in exactly one (desk/contract.ts). */
    tab: text('tab')
      .$type<'todo' | 'awaiting' | 'preparing' | 'shipped' | 'done' | 'closed'>()
      .notNull()
      .generatedAlwaysAs(
        sql`case
          when payment_state = 'awaitingPayment' then 'awaiting'
          when payment_state = 'paidLate' or is_refund_failed or is_disputed then 'todo'
          when payment_state in ('expired', 'canceled', 'failed', 'refunded') then 'closed'
          when fulfillment_state in ('unfulfilled', 'onHold', 'partiallyShipped') then 'todo'
          when fulfillment_state = 'preparing' then 'preparing'
          when fulfillment_state = 'shipped' then 'shipped'
          when fulfillment_state in ('returned', 'canceled') then 'closed'
          else 'done' end`,
      ),
    /** Unique among orders awaiting payment: `plan:{planId}`, `month:{planId}:{yyyy-mm}`, `cart:{cartId}:{version}`. */
    openKey: text('open_key').notNull(),
    subscriptionId: text('subscription_id'),
    planId: text('plan_id'),
    periodYear: integer('period_year'),
    periodMonth: integer('period_month'),
    /** Sum of the lines, then shipping, then the fan's konbini fee. */
    subtotal: integer('subtotal').notNull(),
    shippingFee: integer('shipping_fee').notNull().default(0),
    konbiniFee: integer('konbini_fee').notNull().default(0),
    total: integer('total').notNull(),
    refunded: integer('refunded').notNull().default(0),
    /** Texts shown to the fan before payment; null for renewals, which nobody confirms. */
    confirmation: jsonb('confirmation').$type<Confirmation>(),
    locale: text('locale').$type<'ja' | 'en'>().notNull(),
    returnPath: text('return_path').notNull().default(''),
    /** The provider's objects that this order is paid by. */
    sessionId: text('session_id'),
    sessionUrl: text('session_url'),
    intentId: text('intent_id'),
    invoiceId: text('invoice_id'),
    placedAt: instantColumn('placed_at').notNull(),
    /** When an order that is not paid lapses. */
    expiresAt: instantColumn('expires_at'),
    paidAt: instantColumn('paid_at'),
    /** Canceled, expired or failed. */
    closedAt: instantColumn('closed_at'),
    refundedAt: instantColumn('refunded_at'),
    note: text('note').notNull().default(''),
    /** Whom the receipt names and what it is for (宛名, 但し書き), chosen once by the fan; null before. */
    receiptTo: text('receipt_to'),
    receiptFor: text('receipt_for'),
    /** Who sold it, as the receipt said it when it was issued; null before, when it says what holds now. */
    receiptParties: jsonb('receipt_parties').$type<ReceiptParties>(),
    editedAt: instantColumn('edited_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.orderId] }),
    foreignKey({ columns: [table.tenantId, table.brandId], foreignColumns: [brands.tenantId, brands.brandId] }),
    foreignKey({
      name: 'orders_plan',
      columns: [table.tenantId, table.planId],
      foreignColumns: [plans.tenantId, plans.planId],
    }),
    index('orders_by_id').on(table.orderId).concurrently(),
    unique('orders_number').on(table.tenantId, table.brandId, table.orderNumber),
    uniqueIndex('orders_by_session').on(table.sessionId, table.tenantId).concurrently(),
    uniqueIndex('orders_by_intent').on(table.intentId, table.tenantId).concurrently(),
    uniqueIndex('orders_by_invoice').on(table.invoiceId, table.tenantId).concurrently(),
    // One open order per fan and thing (rule: money.openOrder), whatever keys the calls carry; each key names something of one club.
    uniqueIndex('orders_open')
      .on(table.uid, table.openKey, table.tenantId)
      .where(sql`payment_state = 'awaitingPayment'`),
    index('orders_fan').on(table.uid, table.placedAt, table.orderId),
    index('orders_brand').on(table.tenantId, table.brandId, table.placedAt, table.orderId),
    index('orders_state').on(table.tenantId, table.brandId, table.paymentState, table.placedAt, table.orderId),
    index('orders_fulfillment').on(
      table.tenantId,
      table.brandId,
      table.fulfillmentState,
      table.placedAt,
      table.orderId,
    ),
    index('orders_tab').on(table.tenantId, table.brandId, table.tab, table.placedAt, table.orderId),
    index('orders_goods_paid')
      .on(table.tenantId, table.brandId, table.paidAt)
      .where(sql`kind in ('goods', 'eventGoods')`),
    index('orders_total').on(table.tenantId, table.brandId, table.total, table.placedAt, table.orderId),
    index('orders_paid').on(table.tenantId, table.brandId, table.paidAt, table.orderId),
    // For rare values: a scan from the newest order would pass almost every row before it finds one.
    index('orders_kind').on(table.tenantId, table.brandId, table.kind, table.placedAt, table.orderId),
    index('orders_method').on(table.tenantId, table.brandId, table.paymentMethod, table.placedAt, table.orderId),
    index('orders_goods')
      .on(table.tenantId, table.brandId, table.placedAt, table.orderId)
      .where(sql`kind in ('goods', 'eventGoods')`),
    index('orders_kind_paid').on(table.tenantId, table.brandId, table.kind, table.paidAt, table.orderId),
    index('orders_method_paid').on(table.tenantId, table.brandId, table.paymentMethod, table.paidAt, table.orderId),
    index('orders_plan_paid')
      .on(table.tenantId, table.planId, table.paidAt, table.orderId)
      .where(sql`plan_id is not null`),
    index('orders_refund_failed')
      .on(table.tenantId, table.brandId, table.placedAt, table.orderId)
      .where(sql`is_refund_failed`),
    index('orders_disputed').on(table.tenantId, table.brandId, table.placedAt, table.orderId).where(sql`is_disputed`),
    // For the beginning of a number.
    index('orders_number_prefix').on(table.tenantId, table.brandId, table.orderNumber.op('text_pattern_ops')),
    index('orders_subscription').on(table.subscriptionId, table.placedAt),
    index('orders_awaited').on(table.expiresAt).where(sql`payment_state = 'awaitingPayment'`),
    check('orders_kind', sql`kind in ('plan', 'backNumber', 'goods', 'eventGoods')`),
    check('orders_method', sql`payment_method in ('card', 'konbini')`),
    check(
      'orders_state',
      sql`payment_state in ('awaitingPayment', 'paid', 'partiallyRefunded', 'refunded', 'expired', 'canceled', 'failed', 'paidLate')`,
    ),
    check(
      'orders_fulfillment',
      sql`fulfillment_state in ('notRequired', 'unfulfilled', 'preparing', 'partiallyShipped', 'shipped', 'delivered', 'onHold', 'returned', 'canceled')`,
    ),
    check('orders_sum', sql`total = subtotal + shipping_fee + konbini_fee and subtotal >= 0 and shipping_fee >= 0`),
    check('orders_refunded', sql`refunded between 0 and total`),
    check('orders_period', sql`(period_year is null) = (period_month is null)`),
  ],
)

export const orderLines = pgTable(
  'order_lines',
  {
    tenantId: text('tenant_id').notNull(),
    orderId: text('order_id').notNull(),
    lineId: text('line_id').notNull(),
    position: integer('position').notNull(),
    /** Name and details at the time of the order. */
    name: text('name').notNull(),
    thumbnail: pictureColumn('thumbnail').notNull().default(''),
    unitPrice: integer('unit_price').notNull(),
    quantity: integer('quantity').notNull(),
    /** Goods only. */
    goodsId: text('goods_id'),
    variationId: text('variation_id'),
    variationName: text('variation_name').notNull().default(''),
    /** What of both had an English text at the time of the order. */
    english: jsonb('english').$type<English<'name' | 'variationName'>>().notNull().default({}),
    /** Null of everything but goods: nothing is handed over piece by piece. */
    deliveryMethod: text('delivery_method').$type<'physical' | 'digital'>(),
    /** Event goods only: handed over at the venue, and each brand's share of the price. */
    isPickUp: boolean('is_pick_up').notNull().default(false),
    shares: jsonb('shares').$type<Share[]>(),
    /** Whether it was sold at the reduced rate of the consumption tax. */
    isReducedTax: boolean('is_reduced_tax').notNull().default(false),
    fulfilledQuantity: integer('fulfilled_quantity').notNull().default(0),
    refundedQuantity: integer('refunded_quantity').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.lineId] }),
    foreignKey({ columns: [table.tenantId, table.orderId], foreignColumns: [orders.tenantId, orders.orderId] }),
    index('order_lines_order').on(table.tenantId, table.orderId, table.position),
    index('order_lines_goods').on(table.tenantId, table.goodsId, table.variationId),
    check('order_lines_quantity', sql`quantity >= 1 and unit_price >= 0`),
    check('order_lines_delivery', sql`delivery_method in ('physical', 'digital')`),
    check(
      'order_lines_handed',
      sql`fulfilled_quantity between 0 and quantity and refunded_quantity between 0 and quantity`,
    ),
  ],
)

/** Payer at a store and recipient of goods: with `people` the only tables with names (rule: access.people). */
export const orderBuyers = pgTable(
  'order_buyers',
  {
    tenantId: text('tenant_id').notNull(),
    orderId: text('order_id').notNull(),
    uid: text('uid').notNull(),
    name: text('name').notNull().default(''),
    email: text('email').notNull().default(''),
    phone: text('phone').notNull().default(''),
    /** Where goods go; who receives them may be somebody else than who pays. */
    recipientName: text('recipient_name').notNull().default(''),
    recipientPhone: text('recipient_phone').notNull().default(''),
    postalCode: text('postal_code').notNull().default(''),
    prefecture: text('prefecture').notNull().default(''),
    town: text('town').notNull().default(''),
    /** 番地; the prefecture and the town (市区町村・町域) stand before it. */
    address: text('address').notNull().default(''),
    building: text('building').notNull().default(''),
    /** When staff last changed where it goes. */
    addressChangedAt: instantColumn('address_changed_at'),
    /** When a packing slip or a carrier's file was last made of it. */
    labelMadeAt: instantColumn('label_made_at'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.orderId] }),
    foreignKey({ columns: [table.tenantId, table.orderId], foreignColumns: [orders.tenantId, orders.orderId] }),
    index('order_buyers_uid').on(table.uid),
    index('order_buyers_changed').on(table.tenantId, table.orderId).where(sql`address_changed_at is not null`),
    index('order_buyers_prefecture').on(table.tenantId, table.prefecture, table.orderId).where(sql`prefecture <> ''`),
  ],
)

/** The voucher of an order that is paid at a convenience store (rule: konbini.voucher). */
export const konbiniPayments = pgTable(
  'konbini_payments',
  {
    tenantId: text('tenant_id').notNull(),
    orderId: text('order_id').notNull(),
    state: text('state').$type<'creating' | 'issued' | 'paid' | 'expired' | 'canceled' | 'failed'>().notNull(),
    voucherUrl: text('voucher_url').notNull().default(''),
    /** Keyed by the provider's name of the store. */
    stores: jsonb('stores')
      .$type<Record<string, { paymentCode: string; confirmationNumber: string }>>()
      .notNull()
      .default({}),
    issuedAt: instantColumn('issued_at'),
    expiresAt: instantColumn('expires_at').notNull(),
    paidStore: text('paid_store').notNull().default(''),
    remindersSent: jsonb('reminders_sent').$type<string[]>().notNull().default([]),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.orderId] }),
    foreignKey({
      name: 'konbini_payments_order',
      columns: [table.tenantId, table.orderId],
      foreignColumns: [orders.tenantId, orders.orderId],
    }),
    check('konbini_payments_state', sql`state in ('creating', 'issued', 'paid', 'expired', 'canceled', 'failed')`),
  ],
)

export const refunds = pgTable(
  'refunds',
  {
    tenantId: text('tenant_id').notNull(),
    orderId: text('order_id').notNull(),
    refundId: text('refund_id').notNull(),
    amount: integer('amount').notNull(),
    state: text('state')
      .$type<'requested' | 'requiresCustomerAction' | 'succeeded' | 'failed' | 'canceled'>()
      .notNull(),
    reason: text('reason').notNull(),
    /** The provider's id; null until it has responded. */
    providerRefundId: text('provider_refund_id'),
    requestedBy: text('requested_by').notNull(),
    requestedAt: instantColumn('requested_at').notNull(),
    decidedAt: instantColumn('decided_at'),
    /** Goods only, yen: the part for goods not sent yet (not recognised as income), and the part for shipping. */
    unshippedAmount: integer('unshipped_amount').notNull().default(0),
    unshippedShipping: integer('unshipped_shipping').notNull().default(0),
    /** Goods only: refunded pieces by line, how many of them had not been sent, and whether they go back to stock. */
    lines: jsonb('lines').$type<{ lineId: string; quantity: number; unsent?: number }[]>().notNull().default([]),
    restock: boolean('restock').notNull().default(false),
    /** The payment that goes back, where it is not the order's own but one that was paid besides. */
    intentId: text('intent_id'),
    /** Konbini only: until when its buyer may name a bank account. */
    answerUntil: instantColumn('answer_until'),
    /** When the staff settled a failed one in another way. */
    handledAt: instantColumn('handled_at'),
    /** How often the buyer's bank has sent it back. */
    returned: integer('returned').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.refundId] }),
    foreignKey({ columns: [table.tenantId, table.orderId], foreignColumns: [orders.tenantId, orders.orderId] }),
    uniqueIndex('refunds_by_provider').on(table.providerRefundId, table.tenantId).concurrently(),
    index('refunds_order').on(table.tenantId, table.orderId),
    index('refunds_payment').on(table.intentId).where(sql`intent_id is not null`),
    index('refunds_failed').on(table.tenantId, table.decidedAt).where(sql`state in ('failed', 'canceled')`),
    check('refunds_amount', sql`amount > 0`),
    check('refunds_state', sql`state in ('requested', 'requiresCustomerAction', 'succeeded', 'failed', 'canceled')`),
  ],
)

/** History of an order for staff; append-only. */
export const orderEvents = pgTable(
  'order_events',
  {
    tenantId: text('tenant_id').notNull(),
    orderId: text('order_id').notNull(),
    eventId: text('event_id').notNull(),
    at: instantColumn('at').notNull(),
    /** A short name of the program's own, which the screens have words for. */
    what: text('what').notNull(),
    actorUid: text('actor_uid').notNull().default(''),
    detail: text('detail').notNull().default(''),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.eventId] }),
    foreignKey({ columns: [table.tenantId, table.orderId], foreignColumns: [orders.tenantId, orders.orderId] }),
    index('order_events_order').on(table.tenantId, table.orderId, table.at),
  ],
)

/** Payments for closed orders, and double payments: staff have to decide. */
export const latePayments = pgTable(
  'late_payments',
  {
    tenantId: text('tenant_id').notNull(),
    brandId: text('brand_id').notNull(),
    orderId: text('order_id').notNull(),
    amount: integer('amount').notNull(),
    arrivedAt: instantColumn('arrived_at').notNull(),
    resolution: text('resolution').$type<'accepted' | 'refunded'>(),
    resolvedAt: instantColumn('resolved_at'),
    resolvedBy: text('resolved_by'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.orderId] }),
    foreignKey({ columns: [table.tenantId, table.orderId], foreignColumns: [orders.tenantId, orders.orderId] }),
    index('late_payments_waiting').on(table.tenantId, table.brandId, table.arrivedAt).where(sql`resolution is null`),
    check('late_payments_resolved', sql`(resolution is null) = (resolved_at is null)`),
  ],
)

export const disputes = pgTable(
  'disputes',
  {
    tenantId: text('tenant_id').notNull(),
    orderId: text('order_id').notNull(),
    disputeId: text('dispute_id').notNull(),
    providerDisputeId: text('provider_dispute_id').notNull(),
    amount: integer('amount').notNull(),
    /** An inquiry is only a question from the bank: no money has moved. */
    state: text('state').$type<'inquiry' | 'inquiryClosed' | 'open' | 'won' | 'lost'>().notNull(),
    openedAt: instantColumn('opened_at').notNull(),
    closedAt: instantColumn('closed_at'),
    /** The provider's word for why the buyer disputes it. */
    reason: text('reason').notNull().default(''),
    /** Until when evidence can be handed in; null where none can be any more. */
    evidenceDueAt: instantColumn('evidence_due_at'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.disputeId] }),
    foreignKey({ columns: [table.tenantId, table.orderId], foreignColumns: [orders.tenantId, orders.orderId] }),
    uniqueIndex('disputes_by_provider').on(table.providerDisputeId, table.tenantId).concurrently(),
    index('disputes_order').on(table.tenantId, table.orderId),
    index('disputes_opened').on(table.tenantId, table.openedAt),
    index('disputes_due').on(table.evidenceDueAt, table.disputeId).where(sql`state in ('inquiry', 'open')`),
  ],
)
