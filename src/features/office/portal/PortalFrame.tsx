import { chakra } from '@chakra-ui/react'
import dynamic from 'next/dynamic'
import { useRouter } from 'next/router'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { signOut } from '#client/identity.ts'
import { routes } from '#client/routes.ts'
import { useConfig } from '#client/useConfig.ts'
import { useHere } from '#client/words.tsx'
import { binPattern } from '#club/bin/links.tsx'
import { useTenantUser } from '#club/identity/session.tsx'
import { restoreUploads, stopUploads } from '#club/uploads/tray/tray.tsx'
import { hasUploads, useUploads } from '#club/uploads/tray/useUploads.ts'
import { hasUnsent } from '#kit/kept.ts'
import {
  AlertIcon,
  BagIcon,
  BuildingIcon,
  CalendarIcon,
  ChartIcon,
  CheckIcon,
  HomeIcon,
  MailIcon,
  NewsIcon,
  PeopleIcon,
  PersonIcon,
  PlusIcon,
  RefreshIcon,
  ShieldIcon,
  StarIcon,
  UndoIcon,
} from '#ui/look/icons.tsx'
import { ConfirmDialog } from '#ui/overlay/ConfirmDialog.tsx'
import { PendingPage } from '#ui/page/PendingPage.tsx'
import { Shell } from '#ui/shell/Shell.tsx'
import type { Crumb, ShellLink } from '#ui/shell/types.ts'
import { helpOf } from '../help/ofRoute'
import { isOnPath } from '../home/onPath'
import { Bell } from './bell/Bell'
import { mayOpen, type PageKey } from './mayOpen'
import { useShortcutKey } from './useShortcutKey'
import { PortalWords, usePortalWords } from './words'

/** Its place is kept while it is on its way: the page below does not move. */
const NextStep = dynamic(() => import('../home/NextStep').then((module) => module.NextStep), {
  ssr: false,
  loading: () => <chakra.div h="44px" mb={5} />,
})
const Shortcuts = dynamic(() => import('./Shortcuts').then((module) => module.Shortcuts), { ssr: false })
const PortalUploads = dynamic(() => import('./PortalUploads').then((module) => module.PortalUploads), { ssr: false })
const loadFinder = async () => (await import('./Finder')).Finder

/** The shell with the links that this user may open; without a user the page has no shell. */
export const PortalFrame = ({ children }: { children: ReactNode }) => (
  <PortalWords>
    <Framed>{children}</Framed>
  </PortalWords>
)

type PageLink = ShellLink & { page: PageKey }

const one = (value: string | string[] | undefined) => (typeof value === 'string' ? value : undefined)

const Framed = ({ children }: { children: ReactNode }) => {
  const words = usePortalWords()
  const { user } = useTenantUser()
  const { query, push, pathname } = useRouter()
  const config = useConfig()
  const here = useHere().split('?', 1)[0] ?? ''
  const [isAsked, setAsked] = useState(false)
  const [hasShortcuts, setShortcuts] = useState(false)
  useShortcutKey(useCallback(() => setShortcuts(true), []))
  const hasTray = useUploads().length > 0
  const uid = user.state === 'authorized' ? user.id : ''
  useEffect(() => {
    if (uid !== '') void restoreUploads()
  }, [uid])
  if (user.state !== 'authorized') return children

  const helpHref = helpOf(pathname, config?.helpUrl, one(query.type))
  const tenantId = one(query.tenantId)
  const tenant = user.tenants.find((one) => one.tenantId === tenantId)
  const brand = user.brands.find((one) => one.tenantId === tenantId && one.brandId === query.brandId)
  const role = tenant?.role
  const names = new Map(user.tenants.map((one) => [one.tenantId, one.name]))
  const clubPages: readonly PageLink[] = tenant
    ? [
        { page: 'eventGoods', label: words.eventGoods, href: routes.eventGoods(tenant), icon: <BagIcon />, deep: true },
        { page: 'pickUp', label: words.pickUp, href: routes.pickUp(tenant), icon: <CheckIcon /> },
        { page: 'audit', label: words.audit, href: routes.audit(tenant), icon: <ShieldIcon /> },
      ]
    : []
  const fanclubPages: readonly PageLink[] = brand
    ? [
        { page: 'plans', label: words.plans, href: routes.plans(brand), deep: true },
        { page: 'contents', label: words.contents, href: routes.contents(brand), deep: true },
        ...(config?.features.fanClubEvents
          ? [{ page: 'events' as const, label: words.events, href: routes.events(brand), deep: true }]
          : []),
        { page: 'comments', label: words.comments, href: routes.contentComments(brand) },
        { page: 'backNumbers', label: words.backNumbers, href: routes.backNumbers(brand) },
        { page: 'profile', label: words.profile, href: routes.profile(brand) },
        { page: 'requests', label: words.requests, href: routes.request(brand) },
      ]
    : []
  const goodsPages: readonly PageLink[] = brand
    ? [
        { page: 'goods', label: words.goods, href: routes.goods(brand), deep: true },
        { page: 'orders', label: words.orders, href: routes.orders(brand), deep: true },
        { page: 'sales', label: words.sales, href: routes.sales(brand) },
        { page: 'revenue', label: words.revenue, href: routes.revenue(brand), deep: true },
        { page: 'bankAccount', label: words.bankAccount, href: routes.bankAccount(brand) },
      ]
    : []
  const fanPages: readonly PageLink[] = brand
    ? [
        { page: 'fans', label: words.fans, href: routes.fans(brand), deep: true },
        { page: 'subscribers', label: words.subscribers, href: routes.subscribers(brand), deep: true },
      ]
    : []
  const ofRole = (links: readonly PageLink[]) => links.filter(({ page }) => mayOpen(page, role))
  const isHere = ({ href }: ShellLink) => here === href || here.startsWith(`${href}/`)
  const closed = [...clubPages, ...fanclubPages, ...goodsPages, ...fanPages].find(
    (link) => !mayOpen(link.page, role) && isHere(link),
  )
  const clubLinks: ShellLink[] = [
    ...(tenant ? [{ label: words.clubHome, href: routes.tenant(tenant), icon: <BuildingIcon /> }] : []),
    // Operators work for the platform first, and seldom for a club of their own.
    ...(user.isOperator
      ? [
          { label: words.operatorHome, href: routes.operatorHome(), icon: <HomeIcon /> },
          { label: words.operatorQueue, href: routes.operatorTenants(), icon: <NewsIcon /> },
          { label: words.operatorIdentity, href: routes.operatorIdentity(), icon: <ShieldIcon /> },
          { label: words.operatorRequests, href: routes.operatorRequests(), icon: <MailIcon /> },
          { label: words.operatorDisputes, href: routes.operatorDisputes(), icon: <AlertIcon /> },
          { label: words.operatorPayouts, href: routes.operatorPayouts(), icon: <CalendarIcon /> },
          { label: words.operatorMoney, href: routes.operatorMoney(), icon: <UndoIcon /> },
          { label: words.operatorJobs, href: routes.operatorJobs(), icon: <RefreshIcon /> },
        ]
      : []),
    { label: words.clubs, href: routes.tenants(), icon: <BuildingIcon /> },
    { label: words.applications, href: routes.startTenant(), icon: <PlusIcon /> },
    ...ofRole(clubPages),
  ]
  return (
    <Shell
      brands={user.brands.map((one) => ({
        key: one.brandId,
        name: one.brandName,
        club: names.get(one.tenantId) ?? '',
        href: routes.brand(one),
        ...(one.brandThumbnail && { picture: one.brandThumbnail }),
      }))}
      {...(brand && { brand: brand.brandId })}
      {...(tenant && { place: tenant.name })}
      unavailable={brand ? words.nothingYet : words.chooseBrand}
      loadFinder={loadFinder}
      {...(config?.isRestoredCopy && { notice: words.restoredCopy })}
      brandLinks={clubLinks}
      links={
        brand
          ? [
              { label: words.home, href: routes.brand(brand), icon: <HomeIcon /> },
              { label: words.dashboard, href: routes.dashboard(brand), icon: <ChartIcon /> },
            ]
          : clubLinks
      }
      groups={[
        {
          key: 'fanclub',
          label: words.groups.fanclub,
          icon: <StarIcon />,
          links: ofRole(fanclubPages),
        },
        {
          key: 'goods',
          label: words.groups.goods,
          icon: <BagIcon />,
          links: ofRole(goodsPages),
        },
        {
          key: 'fans',
          label: words.groups.fans,
          icon: <PeopleIcon />,
          links: ofRole(fanPages),
        },
      ]}
      footer={[
        { label: words.help, href: helpHref },
        { label: words.terms, href: config?.termsUrl ?? '/' },
        { label: words.privacy, href: config?.privacyUrl ?? '/' },
      ]}
      breadcrumb={crumbsOf(pathname, words, tenant, brand, one(query.planId) ?? '')}
      user={{ name: user.person.displayName, email: user.person.email, picture: user.person.photoURL }}
      accountLinks={[
        { label: words.account, href: routes.account(), icon: <PersonIcon /> },
        // Leads to pages without the portal's frame, which somebody who is a fan as well has too.
        ...(user.isFan ? [{ label: words.fanHome, href: routes.myHome(), icon: <StarIcon /> }] : []),
        { label: words.clubs, href: routes.tenants(), icon: <BuildingIcon /> },
        { label: words.applications, href: routes.startTenant(), icon: <PlusIcon /> },
      ]}
      commands={[
        ...(brand
          ? [
              {
                label: words.newNews,
                onSelect: () => void push(routes.newContent(brand, { query: { type: 'news' } })),
              },
              {
                label: words.newVideo,
                onSelect: () => void push(routes.newContent(brand, { query: { type: 'video' } })),
              },
              { label: words.newGoods, onSelect: () => void push(routes.goodsItem({ ...brand, goodsId: 'new' })) },
              ...(config?.features.fanClubEvents
                ? [
                    { label: words.newEvent, onSelect: () => void push(routes.newEvent(brand)) },
                    {
                      label: words.newStreaming,
                      onSelect: () => void push(routes.newContent(brand, { query: { type: 'streaming' } })),
                    },
                  ]
                : []),
              { label: words.newPlan, onSelect: () => void push(routes.newPlan(brand)) },
              { label: words.fanPage, onSelect: () => void push(routes.fanBrand(brand)) },
            ]
          : []),
        { label: words.openClub, onSelect: () => void push(routes.newTenant()) },
        { label: words.shortcuts.title, onSelect: () => setShortcuts(true) },
      ]}
      bell={brand && <Bell key={brand.brandId} tenantId={brand.tenantId} brandId={brand.brandId} />}
      help={{ label: words.helpHere, href: helpHref }}
      tray={hasTray && <PortalUploads />}
      onSignOut={() => (hasUnsent() || hasUploads() ? setAsked(true) : void signOut())}
    >
      {brand && pathname !== routes.brand.pattern && isOnPath(brand.brandId) && (
        <NextStep key={brand.brandId} ids={{ tenantId: brand.tenantId, brandId: brand.brandId }} />
      )}
      {closed ? <PendingPage title={closed.label} failed={{ code: 'forbidden' }} /> : children}
      {hasShortcuts && <Shortcuts onClose={() => setShortcuts(false)} />}
      <ConfirmDialog
        open={isAsked}
        onClose={() => setAsked(false)}
        onConfirm={async () => {
          await stopUploads()
          await signOut()
        }}
        title={isAsked && hasUnsent() ? words.unsentTitle : words.uploadsTitle}
        confirm={words.unsentSignOut}
      >
        {isAsked && hasUnsent() && <p>{words.unsentText}</p>}
        {isAsked && hasUploads() && <p>{words.uploadsText}</p>}
      </ConfirmDialog>
    </Shell>
  )
}

type NamedTenant = { tenantId: string; name: string }
type NamedBrand = { tenantId: string; brandId: string; brandName: string }

/** Breadcrumbs from the route's pattern. The last crumb is the page itself. */
const crumbsOf = (
  pathname: string,
  words: ReturnType<typeof usePortalWords>,
  tenant: NamedTenant | undefined,
  brand: NamedBrand | undefined,
  planId: string,
): Crumb[] => {
  if (pathname === routes.operatorHome.pattern) return [{ label: words.operatorHome }]
  if (pathname.startsWith(routes.operatorTenants.pattern)) return [{ label: words.operatorQueue }]
  if (pathname.startsWith(routes.operatorRequests.pattern)) return [{ label: words.operatorRequests }]
  if (pathname === routes.operatorPayouts.pattern) return [{ label: words.operatorPayouts }]
  if (pathname === routes.operatorDisputes.pattern)
    return [{ label: words.operatorHome, href: routes.operatorHome() }, { label: words.operatorDisputes }]
  if (pathname === routes.operatorMoney.pattern) return [{ label: words.operatorMoney }]
  if (pathname === routes.operatorJobs.pattern) return [{ label: words.operatorJobs }]
  if (pathname === routes.operatorIdentity.pattern) return [{ label: words.operatorIdentity }]
  if (!tenant) {
    const leaf = {
      [routes.newTenant.pattern]: words.openClub,
      [routes.startTenant.pattern]: words.applications,
      [routes.joinTenant.pattern]: words.invitation,
      [routes.account.pattern]: words.account,
    }[pathname]
    return leaf ? [{ label: words.clubs, href: routes.tenants() }, { label: leaf }] : [{ label: words.clubs }]
  }
  const club: Crumb = { label: tenant.name, href: routes.tenant(tenant) }
  if (pathname === routes.audit.pattern)
    return [{ label: words.clubs, href: routes.tenants() }, club, { label: words.audit }]
  const atClub = (...crumbs: Crumb[]) => [{ label: words.clubs, href: routes.tenants() }, club, ...crumbs]
  const eventGoods: Crumb = { label: words.eventGoods, href: routes.eventGoods(tenant) }
  if (pathname === routes.eventGoods.pattern) return atClub({ label: words.eventGoods })
  if (pathname === routes.newEventGoods.pattern) return atClub(eventGoods, { label: words.create })
  if (pathname === routes.eventGoodsItem.pattern) return atClub(eventGoods, { label: words.detail, titled: true })
  if (pathname === routes.eventGoodsDrafts.pattern) return atClub(eventGoods, { label: words.eventGoodsDrafts })
  if (pathname === routes.pickUp.pattern) return atClub({ label: words.pickUp })
  if (!brand) return atClub()
  const home: Crumb = { label: brand.brandName, href: routes.brand(brand) }
  const plans: Crumb = { label: words.plans, href: routes.plans(brand) }
  const contents: Crumb = { label: words.contents, href: routes.contents(brand) }
  const orders: Crumb = { label: words.orders, href: routes.orders(brand) }
  const goods: Crumb = { label: words.goods, href: routes.goods(brand) }
  const events: Crumb = { label: words.events, href: routes.events(brand) }
  switch (pathname) {
    case routes.plans.pattern:
      return [club, home, plans]
    case routes.newPlan.pattern:
      return [club, home, plans, { label: words.create }]
    case routes.plan.pattern:
      return [club, home, plans, { label: words.detail, titled: true }]
    case routes.archivePlan.pattern:
      return [
        club,
        home,
        plans,
        { label: words.detail, href: routes.plan({ ...brand, planId }), backed: true },
        { label: words.archive },
      ]
    case routes.contents.pattern:
      return [club, home, contents]
    case routes.contentComments.pattern:
      return [club, home, contents, { label: words.comments }]
    case routes.backNumbers.pattern:
      return [club, home, contents, { label: words.backNumbers }]
    case routes.content.pattern:
      return [club, home, contents, { label: words.contentDetail, titled: true }]
    case routes.events.pattern:
      return [club, home, events]
    case routes.event.pattern:
      return [club, home, events, { label: words.eventDetail, titled: true }]
    case routes.goods.pattern:
      return [club, home, goods]
    case routes.goodsItem.pattern:
      return [club, home, goods, { label: words.goodsDetail, titled: true }]
    case routes.orders.pattern:
      return [club, home, orders]
    case routes.order.pattern:
      return [club, home, orders, { label: words.orderDetail, titled: true }]
    case routes.deliveryDetails.pattern:
    case routes.packingSlips.pattern:
    case routes.pickList.pattern:
    case routes.orderFiles.pattern:
      return [club, home, orders, { label: words.detail, titled: true }]
    case binPattern:
      return [club, home, { label: words.bin }]
    case routes.request.pattern:
      return [club, home, { label: words.requests, titled: true }]
    case routes.fans.pattern:
      return [club, home, { label: words.fans }]
    case routes.fan.pattern:
      return [club, home, { label: words.fans, href: routes.fans(brand) }, { label: words.fanDetail, titled: true }]
    case routes.subscribers.pattern:
      return [club, home, { label: words.subscribers }]
    case routes.subscriber.pattern:
      return [
        club,
        home,
        { label: words.subscribers, href: routes.subscribers(brand) },
        { label: words.fanDetail, titled: true },
      ]
    case routes.sales.pattern:
      return [club, home, { label: words.sales }]
    case routes.revenue.pattern:
      return [club, home, { label: words.revenue }]
    case routes.revenueMonth.pattern:
      return [club, home, { label: words.revenue, href: routes.revenue(brand) }, { label: words.revenue, titled: true }]
    case routes.bankAccount.pattern:
      return [club, home, { label: words.bankAccount }]
    case routes.dashboard.pattern:
      return [club, home, { label: words.dashboard }]
    case routes.memberMoves.pattern:
      return [club, home, { label: words.dashboard, href: routes.dashboard(brand) }, { label: words.memberMoves }]
    case routes.profile.pattern:
      return [club, home, { label: words.profile }]
    default:
      return [club, home]
  }
}
