import { fanRoles } from '#club/fans/contract.ts'
import { editorOf } from '#club/tenants/queries.server.ts'
import { adminRoles, moneyRoles, type Role } from '#kit/contract.ts'
import { daysBetween, dayTextOf, startOfDay } from '#kit/days.ts'
import { everything, paginationOf } from '#kit/pagination.ts'
import { day } from '#kit/time.ts'
import { countMoves, listMoves } from '#membership/subscriptions/staff/statistics.server.ts'
import type { Handlers } from '#server/context.ts'
import { salesByDay } from '../sales/queries.server'
import type { dashboard } from './contract'
import { tokenOf, whyNotCounted } from './dashboard'
import {
  claimTry,
  connectionOf,
  countDay,
  daysOf,
  deleteConnection,
  figuresOf,
  newestContents,
  openedAt,
  saveConnection,
  saveTry,
} from './queries.server'

/** How long an OAuth attempt is valid, in milliseconds. */
const triedFor = 10 * 60_000

const isOneOf = (roles: readonly Role[], role: Role) => roles.includes(role)

export const dashboardHandlers: Handlers<typeof dashboard> = {
  async 'dashboard/getLookerSignedUrlUrl'({ analytics, brand, member, now, refuse }, { src }) {
    const looker = analytics.looker ?? refuse('lookerNotConfigured')
    const isOffered = looker.reports.some((report) => src === report || src.startsWith(`${report}?`))
    if (!isOffered || !looker.mayEmbed(src)) return refuse('reportNotOffered')
    const attributes = { tenant_id: brand.tenantId, brand_id: brand.brandId }
    return { url: looker.signedUrl(src, { viewerId: `${brand.brandId}:${member.memberId}`, attributes }, now) }
  },

  async 'dashboard/getOAuthRedirectUrl'({ analytics, db, brand, user, now, refuse }) {
    const oauth = analytics.oauth ?? refuse('oauthNotConfigured')
    const { redirectUrl, state, verifier } = await oauth.start()
    const sealed = analytics.seal(verifier, tokenOf(brand))
    await saveTry(db, brand, user.uid, { state, verifier: sealed, startedAt: now })
    return { redirectUrl }
  },

  async 'dashboard/createOAuthRefreshToken'({ analytics, transaction, brand, user, now, refuse }, { code }) {
    const oauth = analytics.oauth ?? refuse('oauthNotConfigured')
    const begun = await transaction(async ({ db }) => {
      const one = await claimTry(db, brand, user.uid)
      return one && one.startedAt + triedFor > now ? one : refuse('oauthNotStarted')
    })
    const verifier = analytics.open(begun.verifier, tokenOf(brand))
    const granted = await oauth.finish({ code, state: begun.state, verifier })
    if (granted === 'refused') return refuse('oauthRefused')
    if (granted === 'unavailable') return refuse('oauthUnavailable')
    await transaction(({ db }) =>
      saveConnection(db, brand, {
        refreshToken: analytics.seal(granted.refreshToken, tokenOf(brand)),
        scope: granted.scope,
        connectedBy: user.uid,
        connectedAt: now,
      }),
    )
    return { connectedAt: now }
  },

  async getBrandStats({ db, brand, member, now }, { from, to }) {
    const today = dayTextOf(now)
    const seesMoney = isOneOf(moneyRoles, member.role)
    const [kept, sold, newest] = [
      await daysOf(db, brand, { from, to }),
      seesMoney ? await salesByDay(db, brand, { from: startOfDay(from), to: startOfDay(to) + day }) : [],
      await newestContents(db, brand, now, 20),
    ]
    const counted = new Map(kept.map((row) => [row.day, row]))
    // Today, and yesterday until the nightly run, are counted on request.
    const yesterday = dayTextOf(now - day)
    const live = new Map<string, (typeof kept)[number] | Awaited<ReturnType<typeof figuresOf>>>()
    if (from <= today && today <= to) live.set(today, await figuresOf(db, brand, today, now))
    if (from <= yesterday && yesterday <= to && !counted.has(yesterday)) {
      const isThere = whyNotCounted(yesterday, await openedAt(db, brand), now) === null
      if (isThere) live.set(yesterday, await figuresOf(db, brand, yesterday, now))
    }
    const gross = new Map<string, { plan: number; backNumber: number; goods: number; eventGoods: number }>()
    for (const row of sold) {
      const sums = gross.get(row.day) ?? { plan: 0, backNumber: 0, goods: 0, eventGoods: 0 }
      gross.set(row.day, { ...sums, [row.kind]: sums[row.kind] + row.gross })
    }
    const days = daysBetween(from, to).flatMap((text) => {
      const row = live.get(text) ?? counted.get(text)
      if (!row) return []
      return {
        day: text,
        members: row.members,
        mrr: seesMoney ? row.mrr : null,
        joined: row.joined,
        ended: {
          voluntary: row.endedVoluntary,
          paymentFailed: row.endedFailed,
          archived: row.endedArchived,
          other: row.endedOther,
        },
        gross: seesMoney ? (gross.get(text) ?? { plan: 0, backNumber: 0, goods: 0, eventGoods: 0 }) : null,
      }
    })
    return { seesMoney, days, contents: newest.map((row) => ({ ...row, publishingAt: row.publishingAt ?? now })) }
  },

  async recountBrandDay({ db, brand, now, refuse }, { day: text }) {
    const reason = whyNotCounted(text, await openedAt(db, brand), now)
    if (reason) return refuse(reason)
    const [before] = await daysOf(db, brand, { from: text, to: text })
    const [figures] = await countDay(db, [brand], text, now)
    return { changed: JSON.stringify(before) !== JSON.stringify(figures) }
  },

  async getMemberMoves({ db, brand, member, now }, { from, to, kind, pagination: page = everything }) {
    const asked = { from, to, kind, now }
    const rows = await listMoves(db, brand, asked, page)
    return {
      moves: rows.map(({ day: text, reason, ...row }) => ({
        day: text,
        fanId: row.fan_id,
        displayName: row.display_name,
        memberNumber: row.member_number,
        reason,
      })),
      seesFans: isOneOf(fanRoles, member.role),
      pagination: paginationOf(await countMoves(db, brand, asked), page),
    }
  },

  async getDashboardConnection({ analytics, db, brand, member, user }) {
    const row = await connectionOf(db, brand)
    const by = row && (await editorOf(db, brand, row.connectedBy, user))
    return {
      reports: isOneOf(moneyRoles, member.role) ? [...(analytics.looker?.reports ?? [])] : [],
      isConnectable: analytics.oauth !== null,
      canConnect: isOneOf(adminRoles, member.role),
      connection: row ? { connectedAt: row.connectedAt, connectedBy: by?.name ?? '', scope: row.scope } : null,
    }
  },

  async removeDashboardConnection({ db, brand, refuse }) {
    if (!(await deleteConnection(db, brand))) return refuse('notConnected')
    return {}
  },
}
