import { routes } from '../../../client/routes'
import { config } from '../../../config'
import { FanTabs } from '../../../ui/fan/FanTabs'
import { useFanBrandWords } from './words'

type Tab = 'top' | 'plans' | 'events'

/** The parts of a brand's pages. Stands inside FanBrandFrame. */
export const FanBrandTabs = ({ brand, current }: { brand: { brandSlug: string }; current: Tab }) => {
  const words = useFanBrandWords()
  // These pages are rendered when they are asked for, by a server that knows its settings.
  const { features } = config()
  const tabs: { tab: Tab; label: string; href: string }[] = [
    { tab: 'top', label: words.top, href: routes.fanBrand(brand) },
    { tab: 'plans', label: words.plans, href: routes.fanPlans(brand) },
    ...(features.fanClubEvents ? [{ tab: 'events' as const, label: words.events, href: routes.fanEvents(brand) }] : []),
  ]
  return <FanTabs items={tabs.map(({ tab, label, href }) => ({ label, href, current: tab === current }))} />
}
