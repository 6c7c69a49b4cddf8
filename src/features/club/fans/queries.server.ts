import { and, eq, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { NewId } from '#kit/ids.ts'
import { day, type Instant } from '#kit/time.ts'
import { toTimestamp } from '#server/db/columns.ts'
import type { NamesOf } from '#server/db/names.ts'
import { contains } from '#server/db/search.ts'
import type { Db, Fan, Locale, PublicBrand, User } from '#server/proven.ts'
import { worksFor } from '../tenants/queries.server'
import { fans, people } from './tables.server'

/** Maximum delay of `lastActiveAt`, so that an active fan does not cause a write with each request. */
const activeEvery = day / 24

/**
 * Stores who a uid is, at their first action and when the provider's data have changed. A name and an icon that the fan
 * has chosen stay.
 */
export const rememberPerson = async (
  db: Db,
  user: User,
  { locale, now, emailChangedAt }: { locale: Locale; now: Instant; emailChangedAt?: Instant },
) => {
  // A token of before a change names the old address for up to an hour.
  const email =
    emailChangedAt === undefined && user.issuedAt !== undefined
      ? sql`case when ${people.emailChangedAt} > ${toTimestamp(user.issuedAt)}::timestamptz then ${people.email} else excluded.email end`
      : sql`excluded.email`
  const said = {
    displayName: user.displayName.slice(0, 80),
    icon: user.photoURL.slice(0, 2000),
    email: user.email.slice(0, 254),
  }
  await db
    .insert(people)
    .values({ uid: user.uid, ...said, emailChangedAt, locale, createdAt: now, editedAt: now })
    .onConflictDoUpdate({
      target: people.uid,
      set: {
        displayName: sql`case when ${people.chosenAt} is null then excluded.display_name else ${people.displayName} end`,
        icon: sql`case when ${people.chosenAt} is null then excluded.icon else ${people.icon} end`,
        email,
        ...(emailChangedAt !== undefined && { emailChangedAt }),
        locale: sql`excluded.locale`,
        editedAt: now,
      },
      setWhere: or(
        sql`(${people.email}, ${people.locale}) is distinct from (${email}, excluded.locale)`,
        and(
          isNull(people.chosenAt),
          sql`(${people.displayName}, ${people.icon}) is distinct from (excluded.display_name, excluded.icon)`,
        ),
      ),
    })
}

/**
 * Mails to staff go to their account's current address, so changes are stored at once. An unverified address does not
 * replace the invited one.
 */
export const followStaff = async (db: Db, user: User, said: { locale: Locale; now: Instant }) => {
  if (!user.emailVerified) return
  const [known] = await db.select({ email: people.email }).from(people).where(eq(people.uid, user.uid))
  if (known?.email !== user.email) await rememberPerson(db, user, said)
}

const isEmail = (text: string) => /^\S+@\S+$/.test(text)

/**
 * The uids of exactly this e-mail address, as a subquery; undefined for other text. Only for readers who may see
 * addresses.
 */
export const uidsOfEmail = (text: string): SQL | undefined => {
  const email = text.normalize('NFKC').trim()
  return isEmail(email) ? sql`select uid from ${people} where lower(email) = ${email.toLowerCase()}` : undefined
}

/**
 * Whether the person's name contains the text, ignoring case. Two letters or more are found by the index of all pairs of letters that
 * stand side by side in a name, in whatever script; one is looked for by reading.
 */
export const isNamed = (text: string): SQL | undefined =>
  and(
    [...text].length > 1 ? sql`letter_pairs(${people.displayName}) @> letter_pairs(${text})` : undefined,
    contains([people.displayName], text),
  )

type BrandIds = Pick<PublicBrand, 'tenantId' | 'brandId'>
type Seen = { newId: NewId; now: Instant }
/**
 * Creates the fan of this brand if needed, and updates `lastActiveAt`. Who works for the brand is no fan of it, whatever they press,
 * unless they are a fan already.
 */
export const rememberFan = (db: Db, { tenantId, brandId }: BrandIds, uid: string, { newId, now }: Seen) => {
  const at = sql`${toTimestamp(now)}::timestamptz`
  return db.execute(sql`
    insert into fans (tenant_id, brand_id, uid, fan_id, first_seen_at, last_active_at, edited_at)
    select ${tenantId}, ${brandId}, ${uid}, ${newId('fan')}, ${at}, ${at}, ${at}
    where not ${worksFor(sql`${uid}`, sql`${tenantId}`, sql`${brandId}`)}
    on conflict (tenant_id, brand_id, uid) do update set last_active_at = excluded.last_active_at
    where fans.last_active_at < ${toTimestamp(now - activeEvery)}::timestamptz`)
}
/** Creates the fan who pays, whoever it is, as one of the writes that are sent together. */
export const rememberedFan = (db: Db, { tenantId, brandId }: BrandIds, uid: string, { newId, now }: Seen): SQL =>
  db
    .insert(fans)
    .values({ tenantId, brandId, uid, fanId: newId('fan'), firstSeenAt: now, lastActiveAt: now, editedAt: now })
    .onConflictDoUpdate({
      target: [fans.tenantId, fans.brandId, fans.uid],
      set: { lastActiveAt: now },
      setWhere: lt(fans.lastActiveAt, now - activeEvery),
    })
    .getSQL()

/** Whether the fan may neither comment nor love now: temporarily or permanently banned, or blocked. */
export const isBanned = async (
  db: Db,
  { tenantId, brandId }: Pick<PublicBrand, 'tenantId' | 'brandId'>,
  uid: string,
  now: Instant,
) => {
  const [row] = await db
    .select({ until: fans.commentBanUntil, blockedAt: fans.blockedAt })
    .from(fans)
    .where(and(eq(fans.tenantId, tenantId), eq(fans.brandId, brandId), eq(fans.uid, uid)))
  return row !== undefined && (row.blockedAt !== null || (row.until !== null && row.until > now))
}

/** Bans from commenting until a moment; null lifts the ban. False if the brand does not know the fan. */
export const saveCommentBan = async (
  db: Db,
  { tenantId, brandId }: Pick<PublicBrand, 'tenantId' | 'brandId'>,
  uid: string,
  { until, reason, now }: { until: Instant | null; reason: string; now: Instant },
) => {
  const saved = await db
    .update(fans)
    .set({ commentBanUntil: until, commentBanReason: until === null ? '' : reason, editedAt: now })
    .where(and(eq(fans.tenantId, tenantId), eq(fans.brandId, brandId), eq(fans.uid, uid)))
    .returning({ uid: fans.uid })
  return saved.length === 1
}

export const findPerson = async (db: Db, { uid }: Fan) => {
  const [row] = await db.select().from(people).where(eq(people.uid, uid))
  return row
}

export const saveProfile = async (
  db: Db,
  { uid }: Fan,
  { displayName, icon, now }: { displayName: string; icon: string; now: Instant },
) => {
  await db.update(people).set({ displayName, icon, chosenAt: now, editedAt: now }).where(eq(people.uid, uid))
}

/** Empty where the account is gone, or has no name. */
export const namesOfFans: NamesOf = (db, { tenantId }, ids) =>
  db
    .select({ id: fans.fanId, name: sql<string>`coalesce(${people.displayName}, '')` })
    .from(fans)
    .leftJoin(people, eq(people.uid, fans.uid))
    .where(and(eq(fans.tenantId, tenantId), inArray(fans.fanId, [...ids])))
