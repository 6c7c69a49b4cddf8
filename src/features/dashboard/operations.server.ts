import { adminRoles, moneyRoles, type Role } from '../../kit/contract'
import type { Brand, Handlers } from '../../server/context'
import { editorOf } from '../tenants/queries.server'
import type { dashboard } from './contract'
import { connectionOf, deleteConnection, saveConnection, saveTry, takeTry } from './queries.server'

/** How long somebody may stay at the other service. */
const triedFor = 10 * 60_000

const isOneOf = (roles: readonly Role[], role: Role) => roles.includes(role)
const tokenOf = ({ brandId }: Brand) => `oauth:${brandId}`

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
      const one = await takeTry(db, brand, user.uid)
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
