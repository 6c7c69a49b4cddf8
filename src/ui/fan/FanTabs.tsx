import { chakra } from '@chakra-ui/react'
import { Link } from '../Link'
import { useFanWords } from './words'

/** In the middle of the view without scripts, where the browser knows how; the styles' types do not know it yet. */
const shownAtFirst: object = { scrollInitialTarget: 'nearest', scrollSnapAlign: 'center' }

const Tab = chakra(Link, {
  base: {
    py: 2.5,
    fontSize: 'md',
    fontWeight: 'semibold',
    color: 'muted',
    whiteSpace: 'nowrap',
    _hover: { color: 'text' },
    _focusVisible: { outlineOffset: '-2px' },
    '&[aria-current]': { color: 'text', boxShadow: 'inset 0 -2px var(--brand-text)', ...shownAtFirst },
  },
})

type FanTabsProps = { items: readonly { label: string; href: string; current: boolean }[] }

/**
 * On a phone the tabs do not all fit: the current one is scrolled into view, but not where they were drawn before the scripts ran: a finger
 * is on them.
 */
const showCurrent = (nav: HTMLElement | null) => {
  const tab = nav?.querySelector<HTMLElement>('[aria-current]')
  if (nav && tab && nav.scrollLeft === 0)
    nav.scrollLeft = Math.max(0, tab.offsetLeft + tab.offsetWidth - nav.offsetLeft - nav.clientWidth + 44)
}

export const FanTabs = ({ items }: FanTabsProps) => (
  <chakra.nav
    ref={showCurrent}
    aria-label={useFanWords().sections}
    display="flex"
    gap={{ base: 5, md: '26px' }}
    mt={6}
    // To the edges of a phone, where the next one looks out: it can be drawn in.
    mx={{ base: -5, md: 0 }}
    px={{ base: 5, md: 0 }}
    borderBottomWidth="1px"
    borderColor="border"
    overflowX="auto"
    scrollbarWidth="none"
  >
    {items.map(({ label, href, current }) => (
      <Tab key={href} href={href} aria-current={current ? 'page' : undefined}>
        {label}
      </Tab>
    ))}
  </chakra.nav>
)
