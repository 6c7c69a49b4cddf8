import { everything, paginationOf } from '#kit/pagination.ts'
import type { Handlers } from '#server/context.ts'
import { detailsOf, operationsOfTopic } from './audit'
import type { audit as contract } from './contract'
import { withNames } from './names.server'
import { actorsOf, auditOf, countAudit, uidOfMember } from './queries.server'

export const auditHandlers: Handlers<typeof contract> = {
  async getAuditLog(context, { topic, memberId, brandId, from, to, pagination: page = everything }) {
    const { db, tenant, member } = context
    const actorUid = memberId === undefined ? undefined : await uidOfMember(db, tenant, memberId)
    const members = await actorsOf(db, tenant)
    // An unknown member has no entries.
    if (actorUid === null) return { entries: [], members, pagination: paginationOf(0, page) }
    const filter = { brandId, actorUid, from, to, operations: topic && operationsOfTopic[topic] }
    const [rows, count] = await Promise.all([
      auditOf(db, tenant, member, filter, page),
      countAudit(db, tenant, member, filter),
    ])
    const entries = rows.map(({ payload, ...row }) => ({ ...row, details: detailsOf(payload) }))
    return {
      entries: await withNames(context, entries),
      members,
      pagination: paginationOf(count, page),
    }
  },
}
