import { mayInvite } from '#club/tenants/member.ts'
import { memberName } from '#club/tenants/queries.server.ts'
import { suspensionOf } from '#club/tenants/suspension.queries.server.ts'
import { roles } from '#kit/contract.ts'
import type { Handlers } from '#server/context.ts'
import { tenantClosing } from './closing/queries.server'
import type { clubPage } from './contract'
import { brandsWithFigures } from './queries.server'

export const clubPageHandlers: Handlers<typeof clubPage> = {
  async getTenant({ db, tenant, member, now }) {
    return {
      tenantId: tenant.tenantId,
      name: tenant.name,
      role: member.role,
      canRename: member.role === 'owner',
      canClose: member.role === 'owner',
      closesAt: (await tenantClosing(db, tenant)).closesAt,
      suspension: await suspensionOf(db, tenant),
      canInvite: mayInvite(member, 'editor'),
      myName: await memberName(db, tenant, member.memberId),
      brandScope: member.brandIds && [...member.brandIds],
      invitableRoles: roles.filter((role) => mayInvite(member, role)),
      brands: await brandsWithFigures(db, tenant, member.brandIds, now),
    }
  },
}
