import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import pg from 'pg'

/*
 * The baseline: a hand-written server for these calls. Node's own http, and one prepared statement per call that
 * returns the same data; for getPlans it looks the token up in a cache, and asks for the membership first. No
 * validation, no rules, no log.
 */
const { BARE_DATABASE = '', BARE_CALLERS = '[]' } = process.env
const pool = new pg.Pool({ connectionString: BARE_DATABASE, max: 16 })
const keyOf = (token: string) => createHash('sha256').update(token).digest('base64url')
const callers: { token: string; uid: string }[] = JSON.parse(BARE_CALLERS)
const known = new Map(callers.map(({ token, uid }) => [keyOf(token), uid]))

type Payload = {
  tenantId: string
  brandId: string
  pagination: { limit: number; offset: number }
  goodsId: string
  planContentId: string
  variationId: string
  quantity: number
}

const publicPlans = `
  select p.plan_id, p.name, p.description, p.thumbnail, p.price, p.subscription_interval, p.archiving_at, shown.contents
  from brands b join plans p on p.tenant_id = b.tenant_id and p.brand_id = b.brand_id
  cross join lateral (
    select json_agg(json_build_object('planContentId', c.plan_content_id, 'name', c.name, 'thumbnail', c.thumbnail)
                    order by n.visible_from desc, n.plan_content_id) as contents
    from (select cp.plan_content_id, cp.visible_from from content_plans cp
          where cp.tenant_id = p.tenant_id and cp.plan_id = p.plan_id and cp.visible_from <= $3
          order by cp.visible_from desc, cp.plan_content_id limit 12) n
    join contents c on c.tenant_id = p.tenant_id and c.plan_content_id = n.plan_content_id) shown
  where b.tenant_id = $1 and b.brand_id = $2 and p.status = 'active' and p.archiving_at is null
  order by p.price, p.activated_at, p.plan_id limit 100`

const who = `
  select m.role from tenant_members m join tenants t using (tenant_id) join brands b using (tenant_id)
  where m.tenant_id = $1 and m.uid = $3 and m.status = 'active' and b.brand_id = $2
    and (m.brand_ids is null or b.brand_id = any(m.brand_ids))`
const plans = `
  select
    (select json_agg(p) from (select p.*, (select count(*) from (select 1 from content_plans c
       where c.tenant_id = p.tenant_id and c.plan_id = p.plan_id limit 1000) counted) as contents
     from plans p where p.tenant_id = $1 and p.brand_id = $2
     order by p.edited_at desc, p.plan_id desc limit $4 offset $5) p) as plans,
    (select json_build_array(count(*), count(*) filter (where status = 'draft'),
       count(*) filter (where status = 'active' and archiving_at is null),
       count(*) filter (where status = 'active' and archiving_at > $3),
       count(*) filter (where status = 'active' and archiving_at <= $3))
     from plans where tenant_id = $1 and brand_id = $2) as counts`

const goodsColumns = `g.*, (select json_agg(v order by v.position) from goods_variations v
  where v.tenant_id = g.tenant_id and v.goods_id = g.goods_id) as variations`
const goodsList = `
  select (select json_agg(p) from (select ${goodsColumns} from goods g
    where g.tenant_id = $1 and g.brand_id = $2 and g.visibility = 'visible'
    order by g.created_at desc, g.goods_id limit $3 offset $4) p) as goods,
    (select count(*) from goods where tenant_id = $1 and brand_id = $2 and visibility = 'visible') as total
  from brands b where b.tenant_id = $1 and b.brand_id = $2`
const oneGoods = `
  select ${goodsColumns} from brands b join goods g on g.tenant_id = b.tenant_id and g.brand_id = b.brand_id
  where b.tenant_id = $1 and b.brand_id = $2 and g.goods_id = $3 and g.visibility = 'visible'`
/** Puts a piece into a cart of its own, without checking the rules, and returns the whole cart as the program does. */
const addToCart = `
  with cart as (
    insert into carts (tenant_id, brand_id, cart_id, uid, version, created_at, edited_at)
    values ($1, $2, 'cart_' || gen_random_uuid(), 'bare_' || $3, 1, now(), now())
    on conflict (uid, tenant_id, brand_id) do update set version = carts.version + 1 returning cart_id),
  item as (
    insert into cart_items (tenant_id, cart_id, goods_id, variation_id, quantity, price_seen, added_at)
    select $1, cart_id, $4, $5, least(99, $6::int), g.price, now() from cart, goods g where g.tenant_id = $1 and g.goods_id = $4
    on conflict (tenant_id, cart_id, variation_id) do update set quantity = least(99, excluded.quantity) returning *)
  select cart.cart_id, b.slug, b.name as brand_name, b.free_shipping_over, (
    select json_agg(json_build_object('goodsId', g.goods_id, 'name', g.name, 'price', g.price, 'goodsType', g.goods_type,
      'salesType', g.sales_type, 'saleStartAt', g.sale_start_at, 'saleEndAt', g.sale_end_at, 'shippingFee', g.shipping_fee,
      'shippingTimeText', g.shipping_time_text, 'thumbnails', g.thumbnails, 'isPickUp', g.is_pick_up, 'maxPerPerson', g.max_per_person,
      'quantity', i.quantity, 'priceSeen', i.price_seen, 'variation', to_json(v)) order by i.added_at, i.variation_id)
    from (select * from item union all
      select o.* from cart_items o where o.tenant_id = $1 and o.cart_id = cart.cart_id and o.variation_id <> $5) i
    join goods g on g.tenant_id = $1 and g.goods_id = i.goods_id
    join goods_variations v on v.tenant_id = $1 and v.variation_id = i.variation_id) as items
  from cart, brands b where b.tenant_id = $1 and b.brand_id = $2`

/** The two conditions of a paid content, for the content `c` of the statement around it. */
const mayRead = `
  exists (select 1 from content_plans cp join subscription_terms t on t.tenant_id = cp.tenant_id and t.plan_id = cp.plan_id
    where cp.tenant_id = c.tenant_id and cp.plan_content_id = c.plan_content_id and t.uid = $3
      and t.voided_at is null and t.starts_at <= $4 and t.ends_at > $4) as running,
  c.period_year is null or exists (select 1 from content_plans cp
    join subscription_terms t on t.tenant_id = cp.tenant_id and t.plan_id = cp.plan_id
    where cp.tenant_id = c.tenant_id and cp.plan_content_id = c.plan_content_id and t.uid = $3 and t.source <> 'grace'
      and t.starts_at < (make_timestamp(c.period_year, c.period_month, 1, 0, 0, 0) + interval '1 month') at time zone interval '9 hours'
      and least(t.ends_at, t.voided_at) > make_timestamp(c.period_year, c.period_month, 1, 0, 0, 0) at time zone interval '9 hours')
  or exists (select 1 from content_plans cp join back_number_purchases b on b.tenant_id = cp.tenant_id and b.plan_id = cp.plan_id
    where cp.tenant_id = c.tenant_id and cp.plan_content_id = c.plan_content_id and b.uid = $3
      and b.period_year = c.period_year and b.period_month = c.period_month and b.voided_at is null) as owned`
const opening = `(select json_agg(json_build_object('planId', p.plan_id, 'name', p.name, 'archivingAt', p.archiving_at))
  from content_plans cp join plans p on p.tenant_id = cp.tenant_id and p.plan_id = cp.plan_id
  where cp.tenant_id = c.tenant_id and cp.plan_content_id = c.plan_content_id) as plans`
const contentList = `
  select c.plan_content_id, c.type, c.name, c.description, c.thumbnail, c.viewable_by, c.period_year, c.period_month,
    c.visible_from, ${opening}, k.loves, k.comments, ${mayRead}
  from contents c left join content_counts k on k.tenant_id = c.tenant_id and k.plan_content_id = c.plan_content_id
  where c.tenant_id = $1 and c.brand_id = $2 and c.visible_from <= $4
  order by c.visible_from desc, c.plan_content_id limit $5 offset $6`
const oneContent = `
  select c.*, b.name as brand, b.slug, b.icon, b.thumbnail as cover, ${opening}, k.loves, k.comments, ${mayRead},
    exists (select 1 from content_loves l where l.tenant_id = c.tenant_id and l.plan_content_id = c.plan_content_id and l.uid = $3) as loved
  from contents c join brands b on b.tenant_id = c.tenant_id and b.brand_id = c.brand_id
  left join content_counts k on k.tenant_id = c.tenant_id and k.plan_content_id = c.plan_content_id
  where c.tenant_id = $1 and c.plan_content_id = $2`

const ask: Record<string, (payload: Payload, uid: string) => pg.QueryConfig> = {
  getPublicGoodsList: ({ tenantId, brandId, pagination }) => ({
    name: 'goodsList',
    text: goodsList,
    values: [tenantId, brandId, pagination.limit, pagination.offset],
  }),
  getPublicGoods: ({ tenantId, brandId, goodsId }) => ({
    name: 'oneGoods',
    text: oneGoods,
    values: [tenantId, brandId, goodsId],
  }),
  addGoodsToCart: ({ tenantId, brandId, goodsId, variationId, quantity }, uid) => ({
    name: 'addToCart',
    text: addToCart,
    values: [tenantId, brandId, uid, goodsId, variationId, quantity],
  }),
  getPublicPlanContents: ({ tenantId, brandId, pagination }, uid) => ({
    name: 'contentList',
    text: contentList,
    values: [tenantId, brandId, uid, new Date().toISOString(), pagination.limit, pagination.offset],
  }),
  getPublicPlanContent: ({ tenantId, planContentId }, uid) => ({
    name: 'oneContent',
    text: oneContent,
    values: [tenantId, planContentId, uid, new Date().toISOString()],
  }),
  getPublicPlans: ({ tenantId, brandId }) => ({
    name: 'publicPlans',
    text: publicPlans,
    values: [tenantId, brandId, new Date().toISOString()],
  }),
  getPlans: ({ tenantId, brandId, pagination }) => ({
    name: 'plans',
    text: plans,
    values: [tenantId, brandId, new Date().toISOString(), pagination.limit, pagination.offset],
  }),
}
/** Calls of staff ask first who it is, as the program has to: the same round trips. */
const asksFirst: Record<string, (payload: Payload, uid: string) => pg.QueryConfig> = {
  getPlans: ({ tenantId, brandId }, uid) => ({ name: 'who', text: who, values: [tenantId, brandId, uid] }),
}

/** Answers that are in memory (PUT), for calls of which the program keeps the answer: no statement is asked. */
const inMemory = new Map<string, string>()

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', async () => {
    const text = Buffer.concat(chunks).toString('utf8')
    const name = request.url?.slice(1) ?? ''
    if (request.method === 'PUT') {
      inMemory.set(name, text)
      return response.writeHead(204).end()
    }
    const payload = JSON.parse(text) as Payload
    const same = inMemory.get(name)
    if (same !== undefined) {
      const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(same) }
      return response.writeHead(200, headers).end(same)
    }
    const { authorization } = request.headers
    const isVisitor = name.startsWith('getPublic') && authorization === undefined
    const uid = isVisitor ? '' : known.get(keyOf(authorization?.slice(7) ?? ''))
    if (uid === undefined) return response.writeHead(401).end()
    const question = ask[name]?.(payload, uid)
    if (!question) return response.writeHead(404).end()
    const first = asksFirst[name]?.(payload, uid)
    if (first && (await pool.query(first)).rows.length === 0) return response.writeHead(403).end()
    const { rows } = await pool.query(question)
    const body = JSON.stringify(rows)
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }).end(body)
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.({ port: typeof address === 'object' && address ? address.port : 0 })
})
process.on('disconnect', () => process.exit(0))
