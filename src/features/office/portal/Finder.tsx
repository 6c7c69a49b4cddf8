import { useRouter } from 'next/router'
import type { ReactNode } from 'react'
import { routes } from '#client/routes.ts'
import { useConfig } from '#client/useConfig.ts'
import { useRead } from '#client/useOperation.ts'
import { useLocale } from '#client/words.tsx'
import { applications } from '#club/applications/contract.ts'
import { binHref } from '#club/bin/links.tsx'
import { useTenantUser } from '#club/identity/session.tsx'
import { tenants } from '#club/tenants/contract.ts'
import type { Found, FoundGroup, IsRead } from '#ui/shell/types.ts'
import { dateText } from '#ui/text/DateText.tsx'
import { articlePath, articles } from '../help/articles'
import { findArticles } from '../help/find'
import { platform } from '../platform/contract'
import { search } from '../search/contract'
import { mayOpen, type PageKey } from './mayOpen'
import { isRead } from './readings'
import { findSettings, settings } from './settings'
import { usePortalWords } from './words'

const pagination = { limit: 5, offset: 0 }
const one = (value: string | string[] | undefined) => (typeof value === 'string' ? value : undefined)

type FinderProps = { q: string; children: (groups: readonly FoundGroup[], isRead: IsRead) => ReactNode }

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

  const clubs = useRead(platform.getClubs, isOperator && q.trim() !== '' ? { q, pagination } : null).data

  const locale = useLocale()
  const date = (at: number) => dateText(at, locale, { short: true })
  const role = user.state === 'authorized' ? user.tenants.find((one) => one.tenantId === tenantId)?.role : undefined
  /** Pages that the menu does not have. */
  const others: [PageKey | null, string, string][] = brand
    ? [
        ['contents', words.contentCalendar, routes.contents(brand, { query: { view: 'calendar' } })],
        ['contents', words.bin, binHref(brand)],
        ['orders', words.pickList, routes.pickList(brand)],
        ['orders', words.orderFiles, routes.orderFiles(brand)],
        ['subscribers', words.memberMoves, routes.memberMoves(brand)],
        ['eventGoods', words.eventGoodsDrafts, routes.eventGoodsDrafts(brand)],
        [null, words.members, routes.tenant(brand)],
      ]
    : []
  const asked = q.normalize('NFKC').toLowerCase().split(/\s+/).filter(Boolean)
  const pages = others.flatMap(([page, label, href]): Found[] => {
    const isFound = asked.every((word) => label.toLowerCase().includes(word) || isRead(label, word))
    return isFound && (page === null || mayOpen(page, role)) ? [{ key: href, label, href }] : []
  })

  const chosen = findSettings(q, brand && role).slice(0, pagination.limit)
  const settingsFound = chosen.map((key): Found => {
    const { page, href, [locale]: label } = settings[key]
    return {
      key,
      label,
      note: words[page],
      href: href({ tenantId: brand?.tenantId ?? '', brandId: brand?.brandId ?? '' }),
    }
  })

  const config = useConfig()
  // Where the installation has a help of its own, ours is not the one to read.
  const isOurHelp = config?.helpUrl === routes.help()
  const help = (isOurHelp && q.trim() !== '' ? findArticles(q).slice(0, pagination.limit) : []).map(
    (article): Found => ({
      key: article,
      label: articles[article][locale].title,
      note: words.helpArticle,
      href: articlePath(article),
    }),
  )

  const groups: FoundGroup[] = [
    {
      key: 'plans',
      label: words.plans,
      items: (found?.plans ?? []).map((plan) => ({
        key: plan.planId,
        label: plan.name || words.unnamedPlan,
        note: `${words.planStates[plan.status]}・${date(plan.at)}`,
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
      items: (found?.contents ?? []).map(({ planContentId, name, type, status, at }) => ({
        key: planContentId,
        label: name || words.unnamedContent,
        note: [words.contentTypes[type], ...(status === 'active' ? [] : [words.contentStates[status]]), date(at)].join(
          '・',
        ),
        href: brand ? routes.content({ ...brand, contentId: planContentId }) : '',
      })),
    },
    {
      key: 'events',
      label: words.events,
      items: (found?.events ?? []).map(({ eventId, name, status, at }) => ({
        key: eventId,
        label: name || words.unnamedContent,
        note: `${words.eventStates[status]}・${date(at)}`,
        href: brand ? routes.event({ ...brand, eventId }) : '',
      })),
    },
    {
      key: 'goods',
      label: words.goods,
      items: (found?.goods ?? []).map(({ goodsId, name, type, at }) => ({
        key: goodsId,
        label: name,
        note: `${words.goodsTypes[type]}・${date(at)}`,
        href: brand ? routes.goodsItem({ ...brand, goodsId }) : '',
      })),
    },
    {
      key: 'orders',
      label: words.orders,
      items: (found?.orders ?? []).map(({ orderId, orderNumber, item, kind, at }) => ({
        key: orderId,
        label: orderNumber,
        note: [words.orderKinds[kind], date(at), item].filter(Boolean).join('・'),
        href: brand ? routes.order({ ...brand, orderId }) : '',
      })),
    },
    {
      key: 'fans',
      label: words.fans,
      items: (found?.fans ?? []).map(({ fanId, displayName, memberNumber, at }) => ({
        key: fanId,
        label: displayName || words.unnamedFan,
        note: [...(memberNumber === null ? [] : [words.memberNumber(memberNumber)]), date(at)].join('・'),
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
      key: 'clubs',
      label: words.clubsFound,
      items: (clubs?.clubs ?? []).map(({ tenantId, name, suspension, createdAt }) => ({
        key: tenantId,
        label: name,
        note: suspension ? words.suspended : date(createdAt),
        href: routes.operatorHome({ query: { q: name } }),
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
    { key: 'pages', label: words.otherPages, items: pages },
    { key: 'settings', label: words.settings, items: settingsFound },
    { key: 'help', label: words.help, items: help },
  ]
  return children(groups, isRead)
}
