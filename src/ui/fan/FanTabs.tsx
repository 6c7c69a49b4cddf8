import { chakra } from '@chakra-ui/react'
import { Link } from '../Link'
import { useFanWords } from './words'

const Tab = chakra(Link, {
  base: {
    py: 2.5,
    fontSize: 'md',
    fontWeight: 'semibold',
    color: 'muted',
    whiteSpace: 'nowrap',
    _hover: { color: 'text' },
    _focusVisible: { outlineOffset: '-2px' },
    '&[aria-current]': { color: 'text', boxShadow: 'inset 0 -2px var(--brand-text)' },
  },
})

type FanTabsProps = { items: readonly { label: string; href: string; current: boolean }[] }

export const FanTabs = ({ items }: FanTabsProps) => (
  <chakra.nav
    aria-label={useFanWords().sections}
    display="flex"
    gap={{ base: 5, md: '26px' }}
    mt={6}
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
