/*
 * How each feature of a club grows, as one statement that adds rows $3 + 1 to $4 to the brand ($1 tenant, $2 brand).
 * A new feature adds its own; what a read may cost is measured over them (tests/program/cost.test.ts).
 */
const plans = `
  insert into plans (tenant_id, brand_id, plan_id, status, name, description, thumbnail, price, subscription_interval, created_at, activated_at, edited_at)
  select $1::text, $2::text, 'plan_' || $2::text || n, 'active', 'Plan ' || n, 'Text.', '', 500 + n, 'month', at, at, at
  from generate_series($3::int + 1, $4::int) n, lateral (select timestamptz '2025-01-01' + n * interval '1 minute' as at) t`

/** Each is opened by one plan of its own, and by the brand's first; every second one belongs to a month, five to each; nine of ten are loved. */
const contents = `
  with made as (
    insert into contents (tenant_id, brand_id, plan_content_id, type, status, name, description, thumbnail, viewable_by, publishing_at, created_at, edited_at, period_year, period_month)
    select $1::text, $2::text, 'content_' || $2::text || n, 'news', 'active', 'News ' || n, 'Text.', '', 'paidUsers', at, at, at,
      case when n % 2 = 0 then 2026 + n / 120 end, case when n % 2 = 0 then 1 + n / 10 % 12 end
    from generate_series($3::int + 1, $4::int) n, lateral (select timestamptz '2025-01-01' + n * interval '1 minute' as at) t
    returning plan_content_id, visible_from, edited_at),
  counted as (
    insert into content_counts (tenant_id, plan_content_id, loves, comments)
    select $1::text, 'content_' || $2::text || n, n % 500, n % 70 from generate_series($3::int + 1, $4::int) n where n % 10 <> 0),
  opened as (
    insert into content_view_totals (tenant_id, plan_content_id, viewers)
    select $1::text, 'content_' || $2::text || n, n % 900 from generate_series($3::int + 1, $4::int) n where n % 10 <> 0)
  insert into content_plans (tenant_id, plan_content_id, plan_id, visible_from, edited_at)
  select $1::text, plan_content_id, plan_id, visible_from, edited_at from made,
  lateral (select replace(plan_content_id, 'content_', 'plan_') as plan_id union select 'plan_' || $2::text || 1) p`

/** Half of them on the brand's first plan, half spread. */
const members = `
  insert into subscription_terms (tenant_id, term_id, plan_id, uid, starts_at, ends_at, amount, source)
  select $1::text, 'term_' || $2::text || n, 'plan_' || $2::text || case when n % 2 = 0 then 1 else n end, 'fan_' || n, timestamptz '2025-06-01', timestamptz '2099-01-01', 500, 'card'
  from generate_series($3::int + 1, $4::int) n`

const staff = `
  insert into tenant_members (tenant_id, member_id, uid, role, brand_ids, email, display_name, status, invited_at, joined_at)
  select $1::text, 'member_' || $2::text || n, 'staff_' || $2::text || n, 'editor', array[$2::text], 'staff' || n || '@example.test', 'Staff', 'active', at, at
  from generate_series($3::int + 1, $4::int) n, lateral (select timestamptz '2025-01-01' + n * interval '1 minute' as at) t`

const audit = `
  insert into audit_log (audit_id, at, actor_uid, role, operation, tenant_id, brand_id, payload, address, request_id)
  select 'audit_' || $2::text || n, at, 'staff_' || $2::text || n, 'editor', 'updateActivePlan', $1::text, $2::text, '{"name": "A"}', '', ''
  from generate_series($3::int + 1, $4::int) n, lateral (select timestamptz '2025-01-01' + n * interval '1 minute' as at) t`

const videos = `
  with made as (
    insert into uploads (media_id, tenant_id, brand_id, kind, file_name, content_type, size, key, state, upload_id, storage_upload_id, created_by, created_at)
    select 'media_' || $2::text || n, $1::text, $2::text, 'video', 'live.mp4', 'video/mp4', 1000, 'private/' || $2::text || '/' || n, 'ready', 'upload_' || $2::text || n, 'x', 'staff', at
    from generate_series($3::int + 1, $4::int) n, lateral (select timestamptz '2025-01-01' + n * interval '1 minute' as at) t
    returning media_id)
  insert into video_conversions (tenant_id, media_id, status, progress, created_at)
  select $1::text, media_id, 'completed', 100, timestamptz '2025-01-01' from made`

/** Announced, half of them over. */
const events = `
  insert into events (tenant_id, brand_id, event_id, visibility, publish_at, title, catch_copy, description, key_visual_url, event_type, performers, performer_line, schedules, start_at, end_at, audience, plan_ids, contact, notes, created_at, edited_at)
  select $1::text, $2::text, 'event_' || $2::text || n, 'published', at, 'Event ' || n, '', 'Text.', '', 'live', '[]', '',
    jsonb_build_array(jsonb_build_object('scheduleId', 'schedule_' || n, 'doorsOpenAt', null, 'startAt', 1, 'endAt', null, 'venue', jsonb_build_object('name', '', 'address', '', 'mapUrl', ''))),
    starts, starts + interval '2 hours', 'public', '[]', '', '', at, at
  from generate_series($3::int + 1, $4::int) n, lateral (select timestamptz '2025-01-01' + n * interval '1 minute' as at) t,
    lateral (select case when n % 2 = 0 then at else timestamptz '2090-01-01' + n * interval '1 minute' end as starts) s`

/** Each on an event of its own, with a content that shows it; none has begun. */
const streamings = `
  with made as (
    insert into streamings (tenant_id, brand_id, streaming_id, event_id, schedule_id, stream_key, scheduled_start_at, expired_at, created_at, created_by)
    select $1::text, $2::text, 'streaming_' || $2::text || n, 'event_' || $2::text || n, 'schedule_' || n, 'key_' || $2::text || n, timestamptz '2090-01-01', timestamptz '2090-02-01', timestamptz '2025-01-01', 'staff'
    from generate_series($3::int + 1, $4::int) n
    returning streaming_id)
  insert into contents (tenant_id, brand_id, plan_content_id, type, status, name, description, thumbnail, viewable_by, created_at, edited_at, streaming_id)
  select $1::text, $2::text, replace(streaming_id, 'streaming_', 'show_'), 'streaming', 'draft', 'Show', '', '', 'paidUsers', timestamptz '2024-01-01', timestamptz '2024-01-01', streaming_id from made`

/** Paid by many people, each with its line. */
const orders = `
  with made as (
    insert into orders (tenant_id, brand_id, order_id, order_number, uid, kind, payment_method, payment_state, open_key, subtotal, total, locale, placed_at, paid_at, edited_at)
    select $1::text, $2::text, 'order_' || $2::text || n, 'B-' || n, 'fan_' || n, 'plan', 'card', 'paid', 'k', 500, 500, 'ja', at, at, at
    from generate_series($3::int + 1, $4::int) n, lateral (select timestamptz '2025-01-01' + n * interval '1 minute' as at) t
    returning order_id)
  insert into order_lines (tenant_id, order_id, line_id, position, name, unit_price, quantity)
  select $1::text, order_id, 'line_' || order_id, 0, 'Plan', 500, 1 from made`

/** Goods that are paid and wait, were sent, or have arrived: a third each, every one with its line, address and parcel. */
const goodsOrders = `
  with made as (
    insert into orders (tenant_id, brand_id, order_id, order_number, uid, kind, payment_method, payment_state, fulfillment_state, open_key, subtotal, shipping_fee, total, locale, placed_at, paid_at, edited_at)
    select $1::text, $2::text, 'goods_' || $2::text || n, 'G-' || n, 'fan_' || n, 'goods', 'card', 'paid', (array['unfulfilled', 'shipped', 'delivered'])[1 + n % 3], 'g', 3000, 600, 3600, 'ja', at, at, at
    from generate_series($3::int + 1, $4::int) n, lateral (select timestamptz '2025-01-01' + n * interval '1 minute' as at) t
    returning order_id, fulfillment_state, placed_at),
  lines as (
    insert into order_lines (tenant_id, order_id, line_id, position, name, unit_price, quantity, goods_id, variation_id, delivery_method, fulfilled_quantity)
    select $1::text, order_id, 'line_' || order_id, 0, 'Shirt', 3000, 1, 'goods_x', 'variation_x', 'physical', case when fulfillment_state = 'unfulfilled' then 0 else 1 end from made),
  addresses as (
    insert into order_buyers (tenant_id, order_id, uid, recipient_name, prefecture)
    select $1::text, order_id, 'fan', 'Fan', 'Tokyo' from made)
  insert into fulfillments (tenant_id, order_id, fulfillment_id, state, provider, tracking_number, created_by, created_at, shipped_at, delivered_at, edited_at)
  select $1::text, order_id, 'f_' || order_id, fulfillment_state, 'yamato', '123456789012', 'staff', placed_at, placed_at, case when fulfillment_state = 'delivered' then placed_at end, placed_at
  from made where fulfillment_state <> 'unfulfilled'`

/** Made by many of the staff, and what they imported. */
const files = `
  with made as (
    insert into exports (tenant_id, brand_id, export_id, type, format, encoding, params, state, file_name, created_by, created_at)
    select $1::text, $2::text, 'export_' || $2::text || n, 'orders', 'standard', 'utf8bom', '{}', 'failed', 'a.csv', 'staff_' || n, at
    from generate_series($3::int + 1, $4::int) n, lateral (select timestamptz '2025-01-01' + n * interval '1 minute' as at) t)
  insert into tracking_imports (tenant_id, brand_id, import_id, file_name, size, key, state, created_by, created_at)
  select $1::text, $2::text, 'import_' || $2::text || n, 'a.csv', 10, 'private/x', 'read', 'staff_' || n, timestamptz '2025-01-01' + n * interval '1 minute'
  from generate_series($3::int + 1, $4::int) n`

/** Living, of many people, on the brand's first plan. */
/** Living, of many people, on the brand's first plan, each with the term that is paid. */
const memberships = `
  with made as (
  insert into subscriptions (tenant_id, brand_id, subscription_id, plan_id, uid, subscription_interval, price, method, purchased_at, paid_until, latest_order_id, edited_at)
  select $1::text, $2::text, 'subscription_' || $2::text || n, 'plan_' || $2::text || 1, 'fan_' || n, 'month', 500, 'card', at, timestamptz '2099-01-01', 'order_' || $2::text || n, at
  from generate_series($3::int + 1, $4::int) n, lateral (select timestamptz '2025-01-01' + n * interval '1 minute' as at) t
  returning subscription_id, plan_id, uid, purchased_at)
  insert into subscription_terms (tenant_id, term_id, plan_id, uid, subscription_id, starts_at, ends_at, amount, source)
  select $1::text, replace(subscription_id, 'subscription_', 'mterm_'), plan_id, uid, subscription_id, purchased_at, timestamptz '2099-01-01', 500, 'card' from made`

/** Sales of one month, as they are booked. */
const ledger = `
  with made as (
    insert into ledger_movements (tenant_id, movement_id, kind, fact, occurred_at)
    select $1::text, 'movement_' || $2::text || n, 'plan', 'paid:fill' || $2::text || n, timestamptz '2026-05-02' + n * interval '1 minute'
    from generate_series($3::int + 1, $4::int) n
    returning movement_id, occurred_at)
  insert into ledger_entries (tenant_id, movement_id, position, account, component, amount, brand_id, order_id, recognized_month, kind, occurred_at)
  select $1::text, movement_id, position, account, 'gross', amount, $2::text, replace(movement_id, 'movement_', 'order_'), month, 'plan', occurred_at
  from made, (values (0, 'cash', 500, null), (1, 'brandPayable', -500, '2026-05')) e (position, account, amount, month)`

/** Half of them under the brand's first content, half spread; a tenth waits for the staff, and all but the first sixty are answered. */
const comments = `
  insert into comments (tenant_id, brand_id, comment_id, plan_content_id, uid, content, status, is_answered, commented_at)
  select $1::text, $2::text, 'comment_' || $2::text || n, 'content_' || $2::text || case when n % 2 = 0 then 1 else n end, 'fan_' || n, 'Thanks ' || n,
    case when n % 10 = 0 then 'held' else 'published' end, n > 60, timestamptz '2025-06-01' + n * interval '1 minute'
  from generate_series($3::int + 1, $4::int) n`

/** Words in the chat of the live that has a room: half of them one fan's, a tenth waits for the staff, a tenth was taken away. */
const messages = `
  with room as (
    select r.streaming_id, r.last_seq, s.started_at from chat_rooms r
    inner join streamings s on s.tenant_id = r.tenant_id and s.streaming_id = r.streaming_id
    where r.tenant_id = $1::text and s.brand_id = $2::text order by r.streaming_id limit 1),
  counted as (
    update chat_rooms r set last_seq = room.last_seq + $4::int - $3::int from room where r.tenant_id = $1::text and r.streaming_id = room.streaming_id)
  insert into chat_messages (tenant_id, message_id, streaming_id, uid, text, status, seq, said_at, moment)
  select $1::text, 'message_' || $2::text || n, room.streaming_id, 'fan_' || case when n % 2 = 0 then 1 else n end, 'Hello ' || n,
    case n % 10 when 0 then 'held' when 5 then 'removed' else 'published' end, room.last_seq + n - $3::int, room.started_at + n * interval '1 second', n * 1000
  from room, generate_series($3::int + 1, $4::int) n`

const loves = `
  insert into content_loves (tenant_id, plan_content_id, uid, loved_at)
  select $1::text, 'content_' || $2::text || 1, 'fan_' || n, timestamptz '2025-06-01' from generate_series($3::int + 1, $4::int) n`

/** Letters of fans and questions to the platform, half each. */
const inquiries = `
  insert into inquiries (tenant_id, brand_id, inquiry_id, direction, from_name, from_email, subject, content, state, created_at, last_message_at)
  select $1::text, $2::text, 'inquiry_' || $2::text || n, case when n % 2 = 0 then 'fanToCreator' else 'creatorToPlatform' end,
    'Fan ' || n, 'fan@example.test', 'A question', 'Hello.', (array['new', 'open', 'answered', 'closed'])[1 + n / 2 % 4], at, at
  from generate_series($3::int + 1, $4::int) n, lateral (select timestamptz '2025-01-01' + n * interval '1 minute' as at) t`

/** Months of the brand's first plan that were bought. */
const months = `
  insert into back_number_purchases (tenant_id, purchase_id, plan_id, uid, period_year, period_month, order_id, paid_at)
  select $1::text, 'purchase_' || $2::text || n, 'plan_' || $2::text || 1, 'fan_' || n, 2020 + n % 5, 1 + n % 12, 'order_' || n, timestamptz '2025-06-01'
  from generate_series($3::int + 1, $4::int) n`

/** Fans of the brand, with their names. */
const fans = `
  with known as (
    insert into people (uid, display_name, created_at, edited_at)
    select 'fan_' || n, 'Fan ' || n, timestamptz '2025-06-01', timestamptz '2025-06-01' from generate_series($3::int + 1, $4::int) n
    on conflict do nothing)
  insert into fans (tenant_id, brand_id, uid, fan_id, first_seen_at, last_active_at, edited_at, member_until, order_count, lifetime_amount, total_months, last_purchase_at, labels)
  select $1::text, $2::text, 'fan_' || n, 'fan_' || $2::text || n, at + n * interval '1 minute', at, at + n * interval '1 minute',
    case n % 3 when 0 then null else timestamptz '2099-01-01' end, n % 5, n, n % 40, case n % 5 when 0 then null else at end, case n % 10 when 0 then '["VIP"]' else '[]' end::jsonb
  from generate_series($3::int + 1, $4::int) n, lateral (select timestamptz '2025-06-01' as at) t`

/** On sale, one variation each, with half of all stock movements on the first. */
const goods = `
  with made as (
    insert into goods (tenant_id, brand_id, goods_id, visibility, name, description, price, goods_type, sales_type, sale_start_at, audience, plan_ids, thumbnails, created_at, edited_at)
    select $1::text, $2::text, 'goods_' || $2::text || n, 'visible', 'Goods ' || n, 'Text.', 500, case when n % 4 = 0 then 'digitalGoods' else 'physicalGoods' end, 'permanent', at, 'public', '[]', '[]', at, at
    from generate_series($3::int + 1, $4::int) n, lateral (select timestamptz '2025-01-01' + n * interval '1 minute' as at) t
    returning goods_id)
  insert into goods_variations (tenant_id, goods_id, variation_id, position, name, initial)
  select $1::text, goods_id, replace(goods_id, 'goods_', 'variation_'), 0, '', 100000 from made`

const stock = `
  insert into stock_moves (tenant_id, move_id, goods_id, variation_id, at, reason, quantity)
  select $1::text, 'stock_' || $2::text || n, 'goods_' || $2::text || m, 'variation_' || $2::text || m, timestamptz '2025-01-01' + n * interval '1 minute', 'adjust', 1
  from generate_series($3::int + 1, $4::int) n, lateral (select case when n % 2 = 0 then 1 else n end as m) t`

/** Of many fans, one thing in each. */
const cartsOfFans = `
  with made as (
    insert into carts (tenant_id, brand_id, cart_id, uid, version, created_at, edited_at)
    select $1::text, $2::text, 'cart_' || $2::text || n, 'fan_' || n, 1, at, at
    from generate_series($3::int + 1, $4::int) n, lateral (select timestamptz '2025-01-01' as at) t
    returning cart_id, created_at)
  insert into cart_items (tenant_id, cart_id, goods_id, variation_id, quantity, price_seen, added_at)
  select $1::text, cart_id, replace(cart_id, 'cart_', 'goods_'), replace(cart_id, 'cart_', 'variation_'), 1, 500, created_at from made`

const addresses = `
  insert into shipping_addresses (uid, address_id, recipient_name, recipient_phone, postal_code, prefecture, town, address, building, is_default, created_at, edited_at)
  select 'fan_' || n, 'address_' || $2::text || n, 'Fan', '09012345678', '1500041', '東京都', '渋谷区', '1', '', false, timestamptz '2025-01-01', timestamptz '2025-01-01'
  from generate_series($3::int + 1, $4::int) n where $1::text is not null`
/** Payouts that came and went. */
const payouts = `
  insert into payouts (tenant_id, brand_id, payout_id, month, amount, fee, state, bank_label, bank_account_id, trace_id, scheduled_for, created_at, exported_at)
  select $1::text, $2::text, 'payout_' || $2::text || n, '2026-04', 5000, 330, 'processing', 'Bank', 'x', 't' || $2::text || n, at, at, at
  from generate_series($3::int + 1, $4::int) n, lateral (select timestamptz '2025-01-01' + n * interval '1 minute' as at) t`

/** The platform's own: applications of many people, a tenth of them of one ('fan_1'). */
const applications = `
  insert into tenant_applications (application_id, applicant_uid, applicant_email, locale, status, form, created_at, submitted_at, updated_at)
  select 'application_' || $2::text || n, 'fan_' || n, 'a@example.test', 'ja', (array['submitted', 'approved', 'rejected'])[1 + n % 3],
    jsonb_build_object('tenantName', 'Club ' || n, 'slugChoices', jsonb_build_array('a-' || n, 'b-' || n)) || template.form, at, at, at
  from generate_series($3::int + 1, $4::int) n, lateral (select timestamptz '2025-01-01' + n * interval '1 minute' as at) t,
    (select form from tenant_applications where $1::text is not null order by application_id limit 1) template`

/** One file a product, and who has bought it: half of them the brand's first. */
const downloads = `
  with media as (
    insert into uploads (media_id, tenant_id, brand_id, kind, file_name, content_type, size, key, state, created_by, created_at)
    select 'file_' || $2::text || n, $1::text, $2::text, 'goodsFile', 'a.pdf', 'application/pdf', 1000, 'private/' || $2::text || '/f' || n, 'ready', 'staff', timestamptz '2025-01-01'
    from generate_series($3::int + 1, $4::int) n returning media_id),
  made as (
    insert into goods_files (tenant_id, goods_id, file_id, media_id, name, position, added_at)
    select $1::text, 'goods_' || substr(media_id, 6), media_id, media_id, 'A', 0, timestamptz '2025-01-01' from media)
  insert into download_grants (tenant_id, brand_id, grant_id, uid, order_id, line_id, goods_id, file_id, max_downloads, created_at)
  select $1::text, $2::text, 'grant_' || $2::text || n, 'fan_' || n, 'order_' || $2::text || n, 'line_order_' || $2::text || n,
    'goods_' || $2::text || m, 'file_' || $2::text || m, 10, timestamptz '2025-01-01' + n * interval '1 minute'
  from generate_series($3::int + 1, $4::int) n, lateral (select case when n % 2 = 0 then 1 else n end as m) t`

/** Goods of the brand's events, with a draft beside each. */
const eventGoods = `
  with made as (
    insert into event_goods (tenant_id, goods_id, brand_id, event_id, delivery, pick_up, created_at)
    select $1::text, 'goods_' || $2::text || n, $2::text, 'event_' || $2::text || n, 'pickUp', '{"venueName": "Hall", "windows": []}',
      timestamptz '2025-01-01' + n * interval '1 minute'
    from generate_series($3::int + 1, $4::int) n returning goods_id, created_at)
  insert into event_goods_drafts (tenant_id, draft_id, brand_id, goods_id, payload, state, author_uid, created_at, edited_at)
  select $1::text, replace(goods_id, 'goods_', 'draft_'), $2::text, goods_id, template.payload, 'editing', 'staff', created_at, created_at
  from made, (select payload from event_goods_drafts order by draft_id limit 1) template`

/** In the order in which their rows refer to each other. */
/** Of the brand, waiting to be looked at. */
const failedJobs = `
  insert into failed_jobs (failed_job_id, job, area, tenant_id, brand_id, item_id, data, cause, tries, failed_at)
  select 'failed_' || $2::text || n, 'settleOrder', 'payment', $1::text, $2::text, 'order_' || $2::text || n, '{}', 'x', 11, timestamptz '2025-01-01' + n * interval '1 minute'
  from generate_series($3::int + 1, $4::int) n`

/** Twenty refunds on a day on which much was sold, in a span in which goods wait for their shipment. */
const refunded = `
  with of as (select n, 'order_' || $2::text || n as order_id, timestamptz '2025-01-10 12:00+09' as at from generate_series($3::int + 1, $4::int) n),
  made as (
    insert into ledger_movements (tenant_id, movement_id, kind, fact, occurred_at)
    select $1::text, what || '_' || order_id, kind, what || ':fill' || order_id, case what when 'wait' then timestamptz '2025-01-01' + n * interval '1 minute' else at end
    from of, (values ('back', 'refund'), ('sale', 'plan'), ('wait', 'goods')) m (what, kind) where what <> 'back' or n <= 20),
  entries as (
    insert into ledger_entries (tenant_id, movement_id, position, account, component, amount, brand_id, order_id, recognized_month, kind, occurred_at)
    select $1::text, what || '_' || order_id, position, account, component, amount, $2::text, order_id, month, 'plan',
      case what when 'wait' then timestamptz '2025-01-01' + n * interval '1 minute' else at end
    from of, (values ('back', 0, 'cash', 'cash', -500, null), ('back', 1, 'brandPayable', 'refund', 500, '2025-01'),
      ('sale', 0, 'cash', 'cash', 500, null), ('sale', 1, 'brandPayable', 'gross', -500, '2025-01'),
      ('wait', 0, 'cash', 'cash', 500, null), ('wait', 1, 'deferred', 'gross', -500, null)) e (what, position, account, component, amount, month)
    where what <> 'back' or n <= 20)
  insert into sales_days (tenant_id, brand_id, day, kind, method, item_id, orders, gross, refunds)
  select $1::text, $2::text, '2025-01-10', 'plan', 'card', '', 20, 10000, 10000 on conflict do nothing`

export const fills = {
  plans,
  contents,
  members,
  videos,
  events,
  streamings,
  staff,
  audit,
  orders,
  goodsOrders,
  files,
  memberships,
  ledger,
  refunded,
  comments,
  messages,
  loves,
  months,
  fans,
  inquiries,
  payouts,
  applications,
  goods,
  stock,
  downloads,
  eventGoods,
  carts: cartsOfFans,
  addresses,
  failedJobs,
}
export type Noun = keyof typeof fills
