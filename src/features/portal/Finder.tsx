import { useRouter } from 'next/router'
import type { ReactNode } from 'react'
import { routes } from '../../client/routes'
import { useRead } from '../../client/useOperation'
import type { FoundGroup } from '../../ui/shell/types'
import { applications } from '../applications/contract'
import { contents } from '../contents/contract'
import { useTenantUser } from '../identity/session'
import { plans } from '../plans/contract'
import { tenants } from '../tenants/contract'
import { usePortalWords } from './words'

const pagination = { limit: 5, offset: 0 }
const one = (value: string | string[] | undefined) => (typeof value === 'string' ? value : undefined)

type FinderProps = { q: string; children: (groups: readonly FoundGroup[]) => ReactNode }

/** Finds plans, members and applications by name for the command palette: those of the club that one is in. */
export const Finder = ({ q, children }: FinderProps) => {
  const words = usePortalWords()
  const { query } = useRouter()
  const { user } = useTenantUser()
  const isOperator = user.state === 'authorized' && user.isOperator
  const own = user.state === 'authorized' ? user.brands : []
  const tenantId = one(query.tenantId) ?? (own.length === 1 ? own[0]?.tenantId : undefined)
  const brandId = one(query.brandId) ?? (own.length === 1 ? own[0]?.brandId : undefined)
  const brand = own.find((known) => known.tenantId === tenantId && known.brandId === brandId)

  const foundPlans = useRead(
    plans.getPlans,
    brand ? { tenantId: brand.tenantId, brandId: brand.brandId, q, pagination } : null,
  ).data
  const foundContents = useRead(
    contents.getPlanContentsWithPlans,
    brand ? { tenantId: brand.tenantId, brandId: brand.brandId, q: [...q].slice(0, 80).join(''), pagination } : null,
  ).data
  const isMember = own.some((known) => known.tenantId === tenantId)
  const members = useRead(tenants.getTenantMembers, tenantId && isMember ? { tenantId, q, pagination } : null).data
  const pending = useRead(applications.getPendingTenants, isOperator ? { q, pagination } : null).data

  return children([
    {
      key: 'plans',
      label: words.plans,
      items: (foundPlans?.plans ?? []).map((plan) => ({
        key: plan.planId,
        label: plan.name || words.unnamedPlan,
        href: routes.plan(plan),
        ...(plan.status === 'active' && {
          actions: [
            ...(brand
              ? [{ label: words.fanPage, href: routes.fanPlan({ brandSlug: brand.brandSlug, planId: plan.planId }) }]
              : []),
            ...(foundPlans?.canEdit ? [{ label: words.archive, href: routes.archivePlan(plan) }] : []),
          ],
        }),
      })),
    },
    {
      key: 'contents',
      label: words.contents,
      items: (foundContents?.planContents ?? []).map(({ planContentId, name }) => ({
        key: planContentId,
        label: name || words.unnamedContent,
        href: brand ? routes.content({ ...brand, contentId: planContentId }) : '',
      })),
    },
    {
      key: 'members',
      label: words.members,
      items: (members?.members ?? []).map(({ memberId, displayName, email }) => ({
        key: memberId,
        label: displayName || email,
        ...(displayName && { note: email }),
        href: routes.tenant({ tenantId: tenantId ?? '' }, { query: { q: email } }),
      })),
    },
    {
      key: 'applications',
      label: words.operatorQueue,
      items: (pending?.items ?? []).map(({ applicationId, tenantName, applicantEmail }) => ({
        key: applicationId,
        label: tenantName,
        note: applicantEmail,
        href: routes.operatorTenants({ query: { applicationId } }),
      })),
    },
  ])
}
