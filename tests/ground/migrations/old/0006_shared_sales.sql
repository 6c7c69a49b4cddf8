-- By hand: shares of event goods are sales of the brand that gets them, by the day of the payment; until now all was the home brand's.
with parts as (
  select o.tenant_id, o.brand_id as home, s.one->>'brandId' as brand_id, o.order_id,
    to_char(o.paid_at at time zone 'Asia/Tokyo', 'YYYY-MM-DD') as day, o.kind, o.payment_method as method, coalesce(l.goods_id, '') as item_id,
    l.unit_price::bigint * l.quantity * (s.one->>'share')::int / 10000 as amount
  from orders o join order_lines l on l.tenant_id = o.tenant_id and l.order_id = o.order_id, jsonb_array_elements(l.shares) s(one)
  where o.kind = 'eventGoods' and o.paid_at is not null and s.one->>'brandId' <> o.brand_id),
taken as (
  update sales_days d set gross = d.gross - p.amount
  from (select tenant_id, home, day, kind, method, item_id, sum(amount) as amount from parts group by 1, 2, 3, 4, 5, 6) p
  where d.tenant_id = p.tenant_id and d.brand_id = p.home and d.day = p.day and d.kind = p.kind and d.method = p.method and d.item_id = p.item_id)
insert into sales_days (tenant_id, brand_id, day, kind, method, item_id, orders, gross, refunds)
select tenant_id, brand_id, day, kind, method, item_id, count(*) filter (where n = 1), sum(amount), 0
from (select *, row_number() over (partition by brand_id, order_id order by item_id) as n from parts) one
group by 1, 2, 3, 4, 5, 6
on conflict (tenant_id, brand_id, day, kind, method, item_id) do update set orders = sales_days.orders + excluded.orders, gross = sales_days.gross + excluded.gross;
