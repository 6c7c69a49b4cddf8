import { useRouter } from 'next/router'
import type { ReactNode } from 'react'
import { routes } from '#client/routes.ts'
import { useRead } from '#client/useOperation.ts'
import { applications } from '#club/applications/contract.ts'
import { useTenantUser } from '#club/identity/session.tsx'
import { tenants } from '#club/tenants/contract.ts'
import type { FoundGroup } from '#ui/shell/types.ts'
import { search } from '../search/contract'
import { usePortalWords } from './words'

const pagination = { limit: 5, offset: 0 }
const one = (value: string | string[] | undefined) => (typeof value === 'string' ? value : undefined)

type FinderProps = { q: string; children: (groups: readonly FoundGroup[]) => ReactNode }

/** Finds things by name or number for the command palette: those of the brand and the club that one is in. */
export const Finder = ({ q, children }: FinderProps) => {
  const words = usePortalWords()
  const { query } = useRouter()
  const { user } = useTenantUser()
  const isOperator = user.state === 'authorized' && user.isOperator
  const own = user.state === 'authorized' ? user.brands : []
  const tenantId = one(query.tenantId) ?? (own.length === 1 ? own[0]?.tenantId : undefined)
  const brandId = one(query.brandId) ?? (own.length === 1 ? own[0]?.brandId : undefined)
  const brand = own.find((known) => known.tenantId === tenantId && known.brandId === brandId)

  const found = useRead(
    search.search,
    brand && q.trim() !== ''
      ? { tenantId: brand.tenantId, brandId: brand.brandId, q: [...q].slice(0, 100).join('') }
      : null,
  ).data
  const isMember = own.some((known) => known.tenantId === tenantId)
  const members = useRead(tenants.getTenantMembers, tenantId && isMember ? { tenantId, q, pagination } : null).data
  const pending = useRead(applications.getPendingTenants, isOperator ? { q, pagination } : null).data

  return children([
    {
      key: 'plans',
      label: words.plans,
      items: (found?.plans ?? []).map((plan) => ({
        key: plan.planId,
        label: plan.name || words.unnamedPlan,
        href: brand ? routes.plan({ ...brand, planId: plan.planId }) : '',
        ...(plan.status === 'active' && {
          actions: [
            ...(brand
              ? [{ label: words.fanPage, href: routes.fanPlan({ brandSlug: brand.brandSlug, planId: plan.planId }) }]
              : []),
            ...(brand && found?.canEdit
              ? [{ label: words.archive, href: routes.archivePlan({ ...brand, planId: plan.planId }) }]
              : []),
          ],
        }),
      })),
    },
    {
      key: 'contents',
      label: words.contents,
      items: (found?.contents ?? []).map(({ planContentId, name }) => ({
        key: planContentId,
        label: name || words.unnamedContent,
        href: brand ? routes.content({ ...brand, contentId: planContentId }) : '',
      })),
    },
    {
      key: 'goods',
      label: words.goods,
      items: (found?.goods ?? []).map(({ goodsId, name }) => ({
        key: goodsId,
        label: name,
        href: brand ? routes.goodsItem({ ...brand, goodsId }) : '',
      })),
    },
    {
      key: 'orders',
      label: words.orders,
      items: (found?.orders ?? []).map(({ orderId, orderNumber, item }) => ({
        key: orderId,
        label: orderNumber,
        note: item,
        href: brand ? routes.order({ ...brand, orderId }) : '',
      })),
    },
    {
      key: 'fans',
      label: words.fans,
      items: (found?.fans ?? []).map(({ fanId, displayName, memberNumber }) => ({
        key: fanId,
        label: displayName || words.unnamedFan,
        ...(memberNumber !== null && { note: words.memberNumber(memberNumber) }),
        href: brand ? routes.fan({ ...brand, fanId }) : '',
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
