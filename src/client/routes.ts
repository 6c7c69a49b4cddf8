import { useRouter } from 'next/router'
import { useMemo, useSyncExternalStore } from 'react'
import { useLocale } from './words'

type IdsIn<Pattern extends string> = Pattern extends `${string}[${infer Id}]${infer Rest}` ? Id | IdsIn<Rest> : never
type QueryValue = string | number | boolean | null | undefined
type Extra<Query extends string> = {
  hash?: string
  query?: [Query] extends [never] ? never : { [key in Query]?: QueryValue }
}
type Args<Pattern extends string, Query extends string> = [IdsIn<Pattern>] extends [never]
  ? [extra?: Extra<Query>]
  : [ids: Record<IdsIn<Pattern>, string>, extra?: Extra<Query>]

const route = <const Pattern extends string, const Query extends string = never>(
  pattern: Pattern,
  _queries?: readonly Query[],
) => {
  const hasIds = pattern.includes('[')
  const link = (...args: Args<Pattern, Query>): string => {
    const ids = (hasIds ? args[0] : {}) as Record<string, string>
    const { hash, query }: Extra<string> = (hasIds ? args[1] : args[0]) ?? {}
    const path = pattern.replace(/\[(\w+)\]/g, (_, id: string) => encodeURIComponent(ids[id] ?? ''))
    const search = new URLSearchParams()
    for (const [key, value] of Object.entries(query ?? {})) {
      if (value !== undefined && value !== null && value !== '') search.set(key, String(value))
    }
    return path + (search.size ? `?${search}` : '') + (hash ? `#${encodeURIComponent(hash)}` : '')
  }
  return Object.assign(link, { pattern })
}

/** Query parameters of every index page. */
type List = 'status' | 'q' | 'sort' | 'page' | 'size'
/** Types only: as values the names would be part of every page's scripts. */
const queries = <Query extends string>() => undefined as unknown as readonly Query[]

const tenant = '/tenants/[tenantId]' as const
const brand = `${tenant}/brands/[brandId]` as const
const fc = '/fc/[brandSlug]' as const

/** Every path that a page leads to; the table is part of every page's scripts. `routes.plan({ tenantId, brandId, planId }, { hash, query })` has no language in it. */
export const routes = {
  home: route('/'),
  login: route('/login', queries<'redirect_to' | 'account'>()),
  operatorHome: route('/operator', queries<List>()),
  operatorTenants: route('/operator/tenants', queries<List | 'applicationId'>()),
  operatorRequests: route('/operator/requests', queries<List | 'inquiryId' | 'assigned'>()),
  operatorPayouts: route('/operator/payouts', queries<'state' | 'page' | 'size'>()),
  operatorIdentity: route('/operator/identity', queries<'state' | 'page' | 'size'>()),
  operatorJobs: route('/operator/jobs', queries<'state' | 'page' | 'size'>()),
  operatorDisputes: route('/operator/disputes', queries<'page' | 'size' | 'disputeId'>()),
  operatorMoney: route('/operator/money', queries<'page' | 'size'>()),
  help: route('/help'),
  terms: route('/terms'),
  privacy: route('/privacy'),
  fansHelp: route('/help/fans'),
  fansTerms: route('/terms/fans'),
  fansPrivacy: route('/privacy/fans'),
  sandboxMail: route('/sandbox/mail'),

  tenants: route('/tenants'),
  account: route('/tenants/account'),
  joinTenant: route('/tenants/join', queries<'invitation'>()),
  newTenant: route('/tenants/new', queries<'applicationId' | 'step'>()),
  startTenant: route('/tenants/start', queries<'applicationId'>()),
  tenant: route(tenant, queries<List>()),
  audit: route(`${tenant}/audit`, queries<'topic' | 'memberId' | 'page' | 'size'>()),
  eventGoods: route(`${tenant}/event-goods`, queries<List | 'eventId'>()),
  newEventGoods: route(`${tenant}/event-goods/new`, queries<'draftId'>()),
  eventGoodsItem: route(`${tenant}/event-goods/[goodsId]`),
  eventGoodsDrafts: route(`${tenant}/event-goods-drafts`, queries<List | 'draftId'>()),
  pickUp: route(`${tenant}/pick-up`),

  brand: route(brand),
  bankAccount: route(`${brand}/bankAccount`),
  contents: route(`${brand}/contents`, queries<List | 'type' | 'planId' | 'month' | 'view'>()),
  newContent: route(`${brand}/contents/new`, queries<'type' | 'eventId' | 'day' | 'planId'>()),
  content: route(`${brand}/contents/[contentId]`, queries<'day'>()),
  backNumbers: route(`${brand}/contents/back-numbers`, queries<'planId' | 'year'>()),
  contentComments: route(`${brand}/contents/comments`, queries<List | 'tab' | 'planContentId' | 'userId' | 'period'>()),
  dashboard: route(`${brand}/dashboard`, queries<'period' | 'group'>()),
  memberMoves: route(`${brand}/dashboard/moves`, queries<'kind' | 'from' | 'to' | 'page' | 'size'>()),
  events: route(`${brand}/events`, queries<List | 'type'>()),
  newEvent: route(`${brand}/events/new`, queries<'day'>()),
  event: route(`${brand}/events/[eventId]`, queries<string>()),
  fans: route(
    `${brand}/fans`,
    queries<
      | List
      | 'planId'
      | 'segment'
      | 'label'
      | 'isRestricted'
      | 'monthsAtLeast'
      | 'seen'
      | 'joinedFrom'
      | 'joinedTo'
      | 'lifetimeAtLeast'
    >(),
  ),
  fan: route(`${brand}/fans/[fanId]`),
  goods: route(`${brand}/goods`, queries<string>()),
  goodsItem: route(`${brand}/goods/[goodsId]`, queries<string>()),
  orders: route(`${brand}/orders`, queries<string>()),
  packingSlips: route(`${brand}/orders/packing-slips`, queries<string>()),
  pickList: route(`${brand}/orders/pick-list`, queries<'way' | 'sort'>()),
  orderFiles: route(`${brand}/orders/files`, queries<'tab' | 'importId' | 'rows' | 'page'>()),
  order: route(`${brand}/orders/[orderId]`),
  deliveryDetails: route(`${brand}/orders/[orderId]/delivery-details`, queries<'shipment'>()),
  plans: route(`${brand}/plans`, queries<List>()),
  newPlan: route(`${brand}/plans/new`),
  plan: route(`${brand}/plans/[planId]`),
  archivePlan: route(`${brand}/plans/[planId]/archive`, queries<'step'>()),
  profile: route(`${brand}/profile`),
  request: route(`${brand}/request`, queries<List | 'direction' | 'inquiryId' | 'ask'>()),
  revenue: route(`${brand}/revenue`, queries<'page' | 'size'>()),
  revenueMonth: route(`${brand}/revenue/[month]`, queries<'part' | 'kind' | 'page' | 'size'>()),
  sales: route(
    `${brand}/sales`,
    queries<
      'page' | 'size' | 'period' | 'from' | 'to' | 'group' | 'kind' | 'method' | 'item' | 'eventId' | 'refunded'
    >(),
  ),
  subscribers: route(
    `${brand}/subscribers`,
    queries<
      List | 'planId' | 'tab' | 'method' | 'interval' | 'renews' | 'asOf' | 'joinedIn' | 'endedIn' | 'monthsAtLeast'
    >(),
  ),
  subscriber: route(`${brand}/subscribers/[subscriptionId]`),

  fanBrand: route(fc),
  fanPlans: route(`${fc}/plans`),
  fanPlan: route(`${fc}/plans/[planId]`, queries<'join' | 'from' | 'goods'>()),
  fanContents: route(`${fc}/contents`, queries<'filter' | 'planId' | 'type' | 'q' | 'page'>()),
  fanContent: route(`${fc}/contents/[planContentId]`),
  fanEvents: route(`${fc}/events`),
  fanEvent: route(`${fc}/events/[eventId]`),
  fanBackNumbers: route(`${fc}/back-numbers`, queries<'planId' | 'year' | 'month' | 'page'>()),
  fanGoods: route(
    `${fc}/goods`,
    queries<'method' | 'buyable' | 'q' | 'sort' | 'event' | 'ended' | 'pieces' | 'from'>(),
  ),
  fanGoodsItem: route(`${fc}/goods/[goodsId]`),
  fanContact: route(`${fc}/contact`),
  myHome: route('/fc/me'),
  myProfile: route('/fc/me/profile'),
  myAccount: route('/fc/me/account'),
  myPlans: route('/fc/me/plans'),
  myOrders: route('/fc/me/orders', queries<'type' | 'page'>()),
  myOrder: route('/fc/me/orders/[orderId]'),
  myReceipt: route('/fc/me/orders/[orderId]/receipt'),
  myAddresses: route('/fc/me/addresses'),
  carts: route('/fc/carts', queries<'join'>()),
  checkout: route('/fc/checkout/[cartId]'),
  konbini: route('/fc/pay/konbini/[orderId]'),
}

/**
 * The ids of the current address, or null while the router does not know them: on the first render of a static page
 * `router.query` is empty. `const ids = useRouteIds('tenantId', 'brandId')`
 */
export const useRouteIds = <const Name extends string>(...names: Name[]): Record<Name, string> | null => {
  const { isReady, query } = useRouter()
  const values = names.map((name) => query[name])
  const known = isReady && values.every((value) => typeof value === 'string' && value !== '')
  const key = names.map((name, i) => `${name}=${encodeURIComponent(String(values[i]))}`).join('&')
  return useMemo(
    () => (known ? (Object.fromEntries(new URLSearchParams(key)) as Record<Name, string>) : null),
    [known, key],
  )
}

/**
 * One query value of the address as text; repeated values count as the first. Empty until the router is ready. Where a page
 * is the same for every visitor the server has not seen the query: it is in the browser's URL only.
 */
export const useQueryValue = (name: string): string => {
  const { query, asPath } = useRouter()
  const value = query[name] ?? new URLSearchParams(asPath.split('#', 1)[0]?.split('?')[1]).get(name)
  return (Array.isArray(value) ? value[0] : value) ?? ''
}

const neverChanges = () => () => {}

/** For values that change what is shown: empty on the server and during hydration, so that both render the same. */
export const useShownQueryValue = (name: string): string => {
  const value = useQueryValue(name)
  const isHydrated = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
  return isHydrated ? value : ''
}

/** Link to the login that comes back to this path, in the language of this page. */
export const useLoginHref = (path: string): string => {
  const prefix = useLocale() === 'en' ? '/en' : ''
  return prefix + routes.login({ query: { redirect_to: prefix + path } })
}
