import { routes } from '#client/routes.ts'
import { config } from '#config.ts'
import { FanTabs } from '#ui/fan/FanTabs.tsx'
import { useFanBrandWords } from './words'

type Tab = 'top' | 'plans' | 'contents' | 'backNumbers' | 'events' | 'goods' | 'contact'

/** Tabs between a brand's pages; the same on each page. */
export const BrandTabs = ({ brandSlug, current }: { brandSlug: string; current: Tab | null }) => {
  const words = useFanBrandWords()
  // Rendered per request, by a server that has its settings.
  const { features } = config()
  const brand = { brandSlug }
  const items: { tab: Tab; label: string; href: string }[] = [
    { tab: 'top', label: words.top, href: routes.fanBrand(brand) },
    { tab: 'contents', label: words.contents, href: routes.fanContents(brand) },
    { tab: 'plans', label: words.plans, href: routes.fanPlans(brand) },
    { tab: 'backNumbers', label: words.backNumbers, href: routes.fanBackNumbers(brand) },
    ...(features.fanClubEvents ? [{ tab: 'events' as const, label: words.events, href: routes.fanEvents(brand) }] : []),
    { tab: 'goods', label: words.goods, href: routes.fanGoods(brand) },
    { tab: 'contact', label: words.contact, href: routes.fanContact(brand) },
  ]
  return <FanTabs items={items.map(({ tab, label, href }) => ({ label, href, current: tab === current }))} />
}
