import { and, asc, eq, ne, sql } from 'drizzle-orm'
import { becauseOf, exported, fatesOf, kept, mostCopied, own, type PersonalData } from '#server/personal.ts'
import { chatMessages, chatRooms } from './tables.server'

export const personalOfChat: PersonalData = {
  columns: [
    fatesOf(chatMessages, {
      uid: exported('a message was written at this moment of the live; without the account only a uid'),
      text: own,
      heldReasons: kept('why it waited, in words of the program'),
      moderatedBy: kept(becauseOf.record),
    }),
  ],

  async export(db, { uid }) {
    const written = await db
      .select({ text: chatMessages.text, status: chatMessages.status, saidAt: chatMessages.saidAt })
      .from(chatMessages)
      .where(and(eq(chatMessages.uid, uid), eq(chatMessages.asBrand, false)))
      .orderBy(asc(chatMessages.saidAt))
      .limit(mostCopied)
    return { chatMessages: written }
  },

  /** In the order of the rooms, each under its lock as any other change: it leaves the open screens as well. */
  async forget(db, { uid }) {
    const isOwn = and(eq(chatMessages.uid, uid), eq(chatMessages.asBrand, false))
    await db.execute(sql`
      with mine as materialized (
        select distinct m.tenant_id, m.streaming_id from ${chatMessages} m where m.uid = ${uid} and not m.as_brand and m.status <> 'removed'
      ), locked as materialized (
        select r.tenant_id, r.streaming_id from ${chatRooms} r inner join mine on mine.tenant_id = r.tenant_id and mine.streaming_id = r.streaming_id
        order by r.tenant_id, r.streaming_id for update of r
      ), counted as (
        update ${chatRooms} r set last_seq = r.last_seq + 1,
          pinned_id = case when exists (select 1 from ${chatMessages} p where p.tenant_id = r.tenant_id and p.message_id = r.pinned_id and p.uid = ${uid})
            then null else r.pinned_id end
        from locked where locked.tenant_id = r.tenant_id and locked.streaming_id = r.streaming_id
        returning r.tenant_id, r.streaming_id, r.last_seq
      )
      update ${chatMessages} m set text = '', status = 'removed', seq = counted.last_seq from counted
      where m.tenant_id = counted.tenant_id and m.streaming_id = counted.streaming_id and m.uid = ${uid} and not m.as_brand
        and m.status <> 'removed'`)
    await db
      .update(chatMessages)
      .set({ text: '' })
      .where(and(isOwn, ne(chatMessages.text, '')))
  },
}
