import { chakra } from '@chakra-ui/react'
import { grouped } from '#kit/number.ts'
import { Link } from '../Link'

const Bar = chakra('nav', {
  base: {
    display: 'flex',
    gap: 1,
    px: 3.5,
    pt: 2.5,
    borderBottomWidth: '1px',
    borderColor: 'border',
    overflowX: 'auto',
    scrollbarWidth: 'none',
  },
})
const Tab = chakra(Link, {
  base: {
    px: 3,
    pt: 2,
    pb: 3,
    fontSize: '0.875rem',
    lineHeight: 1.5,
    color: 'muted',
    fontWeight: 'medium',
    whiteSpace: 'nowrap',
    borderRadius: '6px 6px 0 0',
    _hover: { color: 'text' },
    _focusVisible: { outlineOffset: '-2px' },
    '&[aria-current]': { color: 'text', fontWeight: 'bold', boxShadow: 'inset 0 -2px {colors.accent}' },
  },
})

export type TabItem = { label: string; href: string; count?: number; current: boolean }

/** Tabs are links: the selected one is in the URL, so that sharing, reloading and the back button work. */
export const Tabs = ({ label, items }: { label: string; items: readonly TabItem[] }) => (
  <Bar aria-label={label}>
    {items.map((item) => (
      <Tab key={item.href} href={item.href} shallow scroll={false} aria-current={item.current ? 'page' : undefined}>
        {item.label}
        {item.count !== undefined && (
          <chakra.span color="faint" fontSize="xs" fontWeight="medium" ml={1.5} fontVariantNumeric="tabular-nums">
            {grouped(item.count)}
          </chakra.span>
        )}
      </Tab>
    ))}
  </Bar>
)
