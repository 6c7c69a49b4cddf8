import { routes } from '../../../client/routes'
import { FanTabs } from '../../../ui/fan/FanTabs'
import { useFanBrandWords } from './words'

/** What a brand's pages lead to; the same on each of them. */
export const BrandTabs = ({
  brandSlug,
  current,
}: {
  brandSlug: string
  current: 'top' | 'plans' | 'contents' | 'backNumbers' | 'contact' | null
}) => {
  const words = useFanBrandWords()
  const brand = { brandSlug }
  const items = [
    { name: 'top', label: words.top, href: routes.fanBrand(brand) },
    { name: 'contents', label: words.contents, href: routes.fanContents(brand) },
    { name: 'plans', label: words.plans, href: routes.fanPlans(brand) },
    { name: 'backNumbers', label: words.backNumbers, href: routes.fanBackNumbers(brand) },
    { name: 'contact', label: words.contact, href: routes.fanContact(brand) },
  ]
  return <FanTabs items={items.map(({ name, ...item }) => ({ ...item, current: name === current }))} />
}
