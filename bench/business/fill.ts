import type pg from 'pg'

/*
 * A club of years, by SQL alone. Most of it is common and spread evenly; beside that there are some dozens of everything
 * that is rare, and these are the oldest rows: a list that walks from the newest finds them last.
 */
type Ids = { tenantId: string; brandId: string }
export type Size = { terms: number; orders: number }

const year = 365 * 86_400

/**
 * Rows go in without foreign keys and triggers, and no index is kept up meanwhile, not that of a primary key either: ids come in
 * no order, so that each row would touch a page of its own. The indexes are built afterwards, each in one go.
 */
export const withoutIndexes = async (client: pg.Client, tables: readonly string[], work: () => Promise<void>) => {
  await client.query(`set maintenance_work_mem = '1GB'`)
  await client.query('set session_replication_role = replica')
  await client.query(
    `update pg_index set indisready = false, indisvalid = false
     from pg_class t where t.oid = pg_index.indrelid and t.relname = any($1)`,
    [tables],
  )
  await work()
  for (const table of tables) await client.query(`reindex table "${table}"`)
  await client.query('set session_replication_role = origin')
  await client.query('vacuum analyze')
}

/** Ids as they are made for real: of one length, and in no order. */
export const idOf = (noun: string, { brandId }: Ids, n: number | string) =>
  `'${noun}_' || substr(md5('${noun} ${brandId} ' || ${n}), 1, 20)`

export const plansOfClub = ({ brandId }: Ids) => ({
  common: `plan_${brandId}_2`,
  rare: `plan_${brandId}_rare`,
  archived: `plan_${brandId}_archived`,
})
export const goodsOfClub = ({ brandId }: Ids) => ({
  common: `goods_${brandId}_common`,
  some: `goods_${brandId}_some`,
  rare: `goods_${brandId}_rare`,
})

const fillPlans = async (client: pg.Client, ids: Ids) => {
  const { rare, archived } = plansOfClub(ids)
  await client.query(
    `insert into plans (tenant_id, brand_id, plan_id, status, name, description, thumbnail, price, subscription_interval, archiving_at, created_at, activated_at, edited_at)
     select '${ids.tenantId}', '${ids.brandId}', id, 'active', 'Plan ' || n, 'Text.', '', 500 + 100 * n, 'month', case when id = '${archived}' then at end, at, at, at
     from unnest(array['${rare}', '${archived}'] || array(select 'plan_${ids.brandId}_' || n from generate_series(1, 10) n)) with ordinality u (id, n),
       lateral (select timestamptz '2020-01-01' as at) t`,
  )
}

/** Five terms a membership; of those who joined first some dozens have stayed, and once nobody joined for months. */
const fillMembers = async (client: pg.Client, ids: Ids, terms: number, now: string) => {
  const { tenantId, brandId } = ids
  const count = terms / 5
  const span = 5 * year
  await client.query(
    `create temp table members on commit drop as
     select n, ${idOf('fan', ids, 'n')} as uid, ${idOf('subscription', ids, 'n')} as subscription_id,
       case when n <= 120 then 'plan_${brandId}_rare' else 'plan_${brandId}_' || case when n % 10 < 6 then 2 else n % 10 end end as plan_id,
       n <= 120 as stays, joined_at, joined_at + case when n <= 120 then interval '10 years' else interval '150 days' end as paid_until
     from generate_series(1, ${count}) n,
       lateral (select n::float8 * ${span} / ${count} as s) a,
       -- Nobody joins in the third year.
       lateral (select timestamptz '${now}' - interval '1 second' * (${span} - case when s < ${2 * year} or s > ${3 * year} then s else s - ${year} end) as joined_at) t`,
  )
  await client.query(
    `insert into people (uid, display_name, created_at, edited_at)
     select uid, 'Fan ' || n, joined_at, joined_at from members`,
  )
  await client.query(
    `insert into subscriptions (tenant_id, brand_id, subscription_id, plan_id, uid, subscription_interval, price, method, purchased_at, paid_until, cancel_applied_at, cancel_scheduled_at, payment_failed_at, ended_at, end_reason, latest_order_id, edited_at)
     select '${tenantId}', '${brandId}', subscription_id, plan_id, uid, case when n <= 30 then 'year' else 'month' end, 500,
       case when n <= 30 then 'konbini' when n between 31 and 60 then 'comp' else 'card' end, joined_at, paid_until,
       case when n between 61 and 90 then joined_at end, case when n between 61 and 90 then paid_until end,
       case when n between 91 and 120 then joined_at end,
       case when paid_until < timestamptz '${now}' then paid_until end, case when paid_until < timestamptz '${now}' then 'user' end,
       ${idOf('order', ids, 'n')}, joined_at
     from members order by n`,
  )
  await client.query(
    `insert into subscription_terms (tenant_id, term_id, plan_id, uid, subscription_id, starts_at, ends_at, amount, source)
     select '${tenantId}', ${idOf('term', ids, "n || ' ' || k")}, plan_id, uid, subscription_id,
       joined_at + k * part, joined_at + (k + 1) * part, 500, 'card'
     from members, lateral (select case when stays then interval '2 years' else interval '30 days' end as part) p, generate_series(0, 4) k`,
  )
  await client.query(
    `insert into fans (tenant_id, brand_id, uid, fan_id, member_number, member_number_issued_at, first_seen_at, last_active_at, edited_at, joined_at, member_until, order_count, lifetime_amount, total_months, last_purchase_at, labels, blocked_at)
     select '${tenantId}', '${brandId}', uid, ${idOf('fanRow', ids, 'n')}, n, joined_at, joined_at, joined_at, joined_at, joined_at, paid_until, 5,
       case when n <= 30 then 1000000 + n else 500 + n % 40000 end, case when n <= 30 then 60 else 5 end, joined_at + interval '120 days',
       case when n <= 30 then '["Founder"]' when n % 10 = 0 then '["VIP"]' else '[]' end::jsonb, case when n between 31 and 60 then joined_at end
     from members order by n`,
  )
  // Who has only looked, and who has only bought.
  await client.query(
    `insert into fans (tenant_id, brand_id, uid, fan_id, first_seen_at, last_active_at, edited_at, order_count, lifetime_amount, last_purchase_at)
     select '${tenantId}', '${brandId}', ${idOf('visitor', ids, 'n')}, ${idOf('visitorRow', ids, 'n')}, at, at, at, n % 2, 3000 * (n % 2), case when n % 2 = 1 then at end
     from generate_series(1, 60) n, lateral (select timestamptz '${now}' - interval '6 years' + n * interval '1 hour' as at) t`,
  )
}

/** Four fifths are plans' by card, paid and done; every fifth is of goods. */
const fillOrders = async (client: pg.Client, ids: Ids, { terms, orders }: Size, now: string) => {
  const { tenantId, brandId } = ids
  const goods = goodsOfClub(ids)
  const buyers = terms / 5
  await client.query(
    `create temp table bought on commit drop as
     select n, ${idOf('order', ids, 'n')} as order_id, ${idOf('fan', ids, `(1 + n % ${buyers})`)} as uid,
       n % 5 = 0 or n <= 150 as is_goods, timestamptz '${now}' - interval '1 second' * ((${orders} - n)::float8 * ${3 * year} / ${orders} + 1) as at
     from generate_series(1, ${orders}) n`,
  )
  await client.query(
    `insert into orders (tenant_id, brand_id, order_id, order_number, uid, kind, payment_method, payment_state, fulfillment_state, open_key, plan_id, subtotal, total, locale, placed_at, paid_at, edited_at)
     select '${tenantId}', '${brandId}', order_id, 'A-' || lpad(n::text, 8, '0'), uid,
       case when n <= 30 then 'eventGoods' when is_goods then 'goods' when n % 25 = 1 then 'backNumber' else 'plan' end,
       case when n <= 30 then 'konbini' else 'card' end,
       case when n between 31 and 60 then 'awaitingPayment' when n between 121 and 150 then 'paidLate' when n % 50 = 2 then 'expired' else 'paid' end,
       case when n <= 30 then 'unfulfilled' when n between 61 and 90 then 'preparing' when n between 91 and 120 then 'shipped' when is_goods then 'delivered' else 'notRequired' end,
       'k' || n, case when not is_goods then 'plan_${brandId}_' || case when n between 151 and 190 then 'rare' else (1 + n % 10)::text end end,
       amount, amount, 'ja', at, case when n not between 31 and 60 and n % 50 <> 2 then at + interval '1 minute' end, at
     from bought, lateral (select case when n <= 30 then 90000 else 500 end as amount) a order by n`,
  )
  await client.query(
    `insert into order_lines (tenant_id, order_id, line_id, position, name, unit_price, quantity, goods_id, variation_id, delivery_method)
     select '${tenantId}', order_id, ${idOf('line', ids, 'n')}, 0, case when n <= 30 then 'Lantern' when is_goods then 'Shirt' else 'Plan' end, 500, 1,
       case when n <= 30 then '${goods.rare}' when n % ${orders / 100} = 0 and is_goods then '${goods.some}' when is_goods then '${goods.common}' end,
       case when is_goods then 'variation_x' end, case when is_goods then 'physical' end
     from bought order by n`,
  )
  await client.query(
    `insert into event_goods (tenant_id, goods_id, brand_id, event_id, delivery, pick_up, created_at)
     select '${tenantId}', goods_id, '${brandId}', 'event_' || goods_id, 'shipping', '{"venueName": "", "windows": []}', timestamptz '${now}'
     from unnest(array['${goods.common}', '${goods.some}', '${goods.rare}']) g (goods_id)`,
  )
  await client.query(
    `insert into order_buyers (tenant_id, order_id, uid, recipient_name, prefecture)
     select '${tenantId}', order_id, uid, 'Fan', case when n <= 30 then '沖縄県' when n % 10 = 0 then '東京都' else '大阪府' end
     from bought where is_goods order by n`,
  )
  // Once nothing leaves for ten days: what is ordered in them leaves when they are over.
  await client.query(
    `insert into fulfillments (tenant_id, order_id, fulfillment_id, state, provider, tracking_number, created_by, created_at, shipped_at, edited_at)
     select '${tenantId}', order_id, ${idOf('fulfillment', ids, 'n')}, 'shipped', case when n <= 120 then 'sagawa' else 'yamato' end, lpad(n::text, 12, '0'), 'staff', at,
       case when at between timestamptz '${now}' - interval '500 days' and timestamptz '${now}' - interval '490 days' then timestamptz '${now}' - interval '490 days' else at end, at
     from bought where is_goods and n > 90 order by n`,
  )
  await client.query(
    `insert into sales_days (tenant_id, brand_id, day, kind, method, item_id, orders, gross, refunds)
     select '${tenantId}', '${brandId}', to_char(o.paid_at at time zone 'Asia/Tokyo', 'YYYY-MM-DD'), o.kind, o.payment_method, coalesce(o.plan_id, l.goods_id, ''), count(*), sum(o.total), 0
     from orders o join order_lines l on l.tenant_id = o.tenant_id and l.order_id = o.order_id
     where o.tenant_id = '${tenantId}' and o.paid_at is not null group by 3, 4, 5, 6`,
  )
}

const inTransaction = async (client: pg.Client, work: () => Promise<void>) => {
  await client.query('begin')
  await work()
  await client.query('commit')
}

export const fillClub = (client: pg.Client, ids: Ids, size: Size, now: string) =>
  inTransaction(client, async () => {
    await fillPlans(client, ids)
    await fillMembers(client, ids, size.terms, now)
    await fillOrders(client, ids, size, now)
  })
export const clubTables = [
  'people',
  'subscriptions',
  'subscription_terms',
  'fans',
  'orders',
  'order_lines',
  'order_buyers',
  'fulfillments',
  'sales_days',
]

/** Nearly all are published news of a plan; the oldest are drafts, scheduled, live streams, of one month, of one plan. */
export const fillContents = (client: pg.Client, ids: Ids, count: number, now: string) =>
  inTransaction(client, async () => {
    const { tenantId, brandId } = ids
    const { rare, archived } = plansOfClub(ids)
    await fillPlans(client, ids)
    // Rare rows are of absolute number, and a small club has fewer of them.
    const some = Math.min(25, count / 10)
    await client.query(
      `create temp table written on commit drop as
       select n, ${idOf('content', ids, 'n')} as id, 1 + (n - 1) / ${some} as part, timestamptz '${now}' - interval '1 second' * (${count} - n + 1) * 60 as at
       from generate_series(1, ${count}) n`,
    )
    await client.query(
      `insert into contents (tenant_id, brand_id, plan_content_id, type, status, name, description, thumbnail, viewable_by, period_year, period_month, publishing_at, created_at, edited_at)
       select '${tenantId}', '${brandId}', id, case part when 1 then 'streaming' else case when n % 10 = 3 then 'video' else 'news' end end,
         case part when 2 then 'draft' when 3 then 'publishmentScheduled' else 'active' end, case part when 1 then 'Lantern ' else 'News ' end || n, 'Text.', '',
         case when n % 7 = 0 and part > 6 then 'allUsers' else 'paidUsers' end,
         case when part = 4 then 2019 when n % 4 = 0 then 2025 end, case when part = 4 then 1 when n % 4 = 0 then 1 + n / 4 % 12 end,
         case part when 2 then null when 3 then timestamptz '${now}' + n * interval '1 day' else at end, at, at
       from written order by n`,
    )
    await client.query(
      `insert into content_plans (tenant_id, plan_content_id, plan_id, visible_from, edited_at)
       select '${tenantId}', id, case part when 5 then '${rare}' when 6 then '${archived}' else 'plan_${brandId}_' || (1 + n % 10) end,
         case part when 2 then 'infinity'::timestamptz when 3 then timestamptz '${now}' + n * interval '1 day' else at end, at
       from written order by n`,
    )
  })
export const contentTables = ['contents', 'content_plans']

/** A month of sales as they are booked: three entries of the brand's account each, and four of the platform's. */
export const fillMonth = (client: pg.Client, ids: Ids, { month, sales }: { month: string; sales: number }) =>
  inTransaction(client, async () => {
    const { tenantId, brandId } = ids
    await client.query(
      `create temp table booked on commit drop as
       select n, ${idOf('movement', ids, 'n')} as movement_id, case when n <= 30 then 'backNumber' else 'plan' end as kind, n <= 30 as is_rare,
         timestamptz '${month}-02' + n * interval '1 second' as at
       from generate_series(1, ${sales}) n`,
    )
    await client.query(
      `insert into ledger_movements (tenant_id, movement_id, kind, fact, occurred_at)
       select '${tenantId}', movement_id, kind, 'paid:' || movement_id, at from booked order by n`,
    )
    await client.query(
      `insert into ledger_entries (tenant_id, movement_id, position, account, component, amount, brand_id, order_id, recognized_month, kind, occurred_at)
       select '${tenantId}', movement_id, position, account, case when is_rare and component = 'gross' and account = 'brandPayable' then 'adjustment' else component end,
         amount, '${brandId}', ${idOf('order', ids, 'n')}, '${month}', kind, at
       from booked, (values (0, 'cash', 'cash', 1000), (1, 'brandPayable', 'gross', -1000), (2, 'brandPayable', 'platformFee', 100), (3, 'platformFee', 'platformFee', -100),
         (4, 'brandPayable', 'paymentFee', 36), (5, 'paymentFee', 'paymentFee', -36)) e (position, account, component, amount)`,
    )
    await client.query(
      `insert into ledger_months (tenant_id, brand_id, month, kind, component, amount, entries)
       select tenant_id, brand_id, recognized_month, kind, component, sum(amount), count(*) from ledger_entries
       where tenant_id = '${tenantId}' and account = 'brandPayable' group by 1, 2, 3, 4, 5`,
    )
  })
export const monthTables = ['ledger_movements', 'ledger_entries', 'ledger_months']
