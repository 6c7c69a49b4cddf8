import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import pg from 'pg'

/*
 * What the house is measured against: the best server one can write by hand for these two calls. Node's own http, and one
 * prepared statement a call that answers the same facts as the house; for getPlans it looks the token up in a cache as the
 * house does, and the membership in that statement. No parsing, no rules, no log.
 */
const { BARE_DATABASE = '', BARE_TOKEN = '' } = process.env
const pool = new pg.Pool({ connectionString: BARE_DATABASE, max: 16 })
const keyOf = (token: string) => createHash('sha256').update(token).digest('base64url')
const known = new Map([[keyOf(BARE_TOKEN), 'demo_owner_hoshi']])

type Payload = { tenantId: string; brandId: string; pagination: { limit: number; offset: number } }

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

const plans = `
  select
    (select m.role from tenant_members m join tenants t using (tenant_id) join brands b using (tenant_id)
     where m.tenant_id = $1 and m.uid = $3 and m.status = 'active' and b.brand_id = $2
       and (m.brand_ids is null or b.brand_id = any(m.brand_ids))) as role,
    (select json_agg(p) from (select * from plans where tenant_id = $1 and brand_id = $2
     order by edited_at desc, plan_id desc limit $5 offset $6) p) as plans,
    (select json_build_array(count(*), count(*) filter (where status = 'draft'),
       count(*) filter (where status = 'active' and archiving_at is null),
       count(*) filter (where status = 'active' and archiving_at > $4),
       count(*) filter (where status = 'active' and archiving_at <= $4))
     from plans where tenant_id = $1 and brand_id = $2) as counts`

const ask = {
  getPublicPlans: ({ tenantId, brandId }: Payload) => ({
    name: 'publicPlans',
    text: publicPlans,
    values: [tenantId, brandId, new Date().toISOString()],
  }),
  getPlans: ({ tenantId, brandId, pagination }: Payload, uid: string) => ({
    name: 'plans',
    text: plans,
    values: [tenantId, brandId, uid, new Date().toISOString(), pagination.limit, pagination.offset],
  }),
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', async () => {
    const payload = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Payload
    const isPublic = request.url?.endsWith('getPublicPlans')
    const uid = isPublic ? '' : known.get(keyOf(request.headers.authorization?.slice(7) ?? ''))
    if (uid === undefined) return response.writeHead(401).end()
    const { rows } = await pool.query(isPublic ? ask.getPublicPlans(payload) : ask.getPlans(payload, uid))
    const body = JSON.stringify(rows)
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }).end(body)
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.({ port: typeof address === 'object' && address ? address.port : 0 })
})
process.on('disconnect', () => process.exit(0))
