import { chakra, defineRecipe } from '@chakra-ui/react'
import { useRouter } from 'next/router'
import { useId } from 'react'
import { Avatar } from '../Avatar'
import { IconButton } from '../Button'
import { Link, SiteLink } from '../Link'
import { ChevronRightIcon, CloseIcon, LockIcon, UpDownIcon } from '../look/icons'
import { Reveal } from '../look/motion'
import { Menu } from '../overlay/Menu'
import { usePortalWords } from '../portalWords'
import { usePagesAhead } from '../usePagesAhead'
import type { ShellGroup, ShellLink, ShellProps } from './types'
import { useMoved } from './useMoved'
import { useOpenGroups } from './useOpenGroups'

const entry = defineRecipe({
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: 2.5,
    w: '100%',
    h: '36px',
    px: 2.5,
    borderRadius: '8px',
    fontSize: '0.875rem',
    fontWeight: 'medium',
    lineHeight: 1.3,
    color: 'muted',
    textAlign: 'start',
    transition: 'background .12s, color .12s',
    '&:is(a, button):hover': { bg: 'hover', color: 'text' },
    '&[aria-current=page]': { bg: 'accentSubtle', color: 'accentText', fontWeight: 'semibold' },
    '&[data-open=true]': { color: 'text', fontWeight: 'semibold' },
    // The group that the current page is in, when it is closed.
    '&[data-inside=true]': { bg: 'accentSubtle', color: 'accentText', fontWeight: 'semibold' },
    '&[data-off=true]': { color: 'faint', fontWeight: 'normal', cursor: 'default' },
    '& svg': { flex: 'none' },
  },
  variants: { deep: { true: { h: '34px', pl: '38px' } } },
})
const EntryLink = chakra(Link, entry)
const EntryButton = chakra('button', entry)
const EntryText = chakra('span', entry)

const pathOf = (href: string) => href.split(/[?#]/)[0] ?? ''

/** A link is current on its own page; a `deep` one also on the pages under it that have no link of their own. */
const isCurrent = ({ href, deep }: ShellLink, path: string, others: readonly ShellLink[]) =>
  pathOf(href) === path ||
  (deep === true && path.startsWith(`${pathOf(href)}/`) && !others.some((other) => pathOf(other.href) === path))

type SidebarProps = Omit<ShellProps, 'children'> & {
  /** Only in the drawer on narrow screens. */
  onClose?: () => void
}

export const Sidebar = ({ links, groups, footer, unavailable, onClose, ...brands }: SidebarProps) => {
  const words = usePortalWords()
  const path = pathOf(useRouter().asPath)
  return (
    <chakra.nav
      aria-label={words.mainMenu}
      display="flex"
      flexDirection="column"
      w="100%"
      minH="0"
      px={3}
      pt={3.5}
      pb={2}
    >
      <chakra.div display="flex" alignItems="center" gap={1} mb={3}>
        <chakra.div flex="1" minW="0">
          <BrandSwitcher {...brands} />
        </chakra.div>
        {onClose && (
          <IconButton label={words.close} onClick={onClose}>
            <CloseIcon />
          </IconButton>
        )}
      </chakra.div>
      <chakra.ul display="grid" gap={1} overflowY="auto" flex="1" alignContent="start" mx={-1} px={1}>
        {links.map((link) => (
          <li key={link.href}>
            <EntryLink href={link.href} aria-current={isCurrent(link, path, links) ? 'page' : undefined}>
              {link.icon}
              {link.label}
            </EntryLink>
          </li>
        ))}
        {groups.map((group) => (
          <Group key={group.key} group={group} path={path} unavailable={unavailable} />
        ))}
      </chakra.ul>
      {footer && footer.length > 0 && (
        <chakra.div
          borderTopWidth="1px"
          borderColor="border"
          mt={2}
          pt={2.5}
          pb={1}
          px={2.5}
          display="flex"
          flexWrap="wrap"
          columnGap={3}
        >
          {footer.map((link) => (
            <chakra.span key={link.label} fontSize="0.75rem" color="faint" _hover={{ color: 'text' }}>
              <SiteLink href={link.href}>{link.label}</SiteLink>
            </chakra.span>
          ))}
        </chakra.div>
      )}
    </chakra.nav>
  )
}

/** Whoever has a group open goes to one of its pages next. */
const PagesAhead = ({ hrefs }: { hrefs: readonly string[] }) => {
  usePagesAhead(useMoved() ? hrefs : [])
  return null
}

type GroupProps = { group: ShellGroup; path: string; unavailable: string | undefined }

const Group = ({ group: { key, label, icon, links }, path, unavailable }: GroupProps) => {
  const id = useId()
  const { isOpen, toggle } = useOpenGroups()
  const { prefetch } = useRouter()
  if (links.length === 0) {
    return (
      <li>
        <EntryText data-off title={unavailable}>
          {icon}
          {label}
          {unavailable && (
            <chakra.span ml="auto">
              <LockIcon size={14} label={unavailable} />
            </chakra.span>
          )}
        </EntryText>
      </li>
    )
  }
  const isInside = links.some((link) => isCurrent(link, path, links))
  const open = isOpen(key, isInside)
  return (
    <li>
      <EntryButton
        type="button"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        data-open={open}
        data-inside={isInside && !open}
        aria-current={isInside ? 'true' : undefined}
        onClick={() => {
          toggle(key, isInside)
          // Who opens a group goes to one of its pages: their scripts come while it is chosen.
          if (!open) for (const { href } of links) prefetch(href).catch(() => {})
        }}
      >
        {icon}
        {label}
        <chakra.span ml="auto" opacity={0.7} transition="transform .16s" transform={open ? 'rotate(90deg)' : 'none'}>
          <ChevronRightIcon size={15} />
        </chakra.span>
      </EntryButton>
      {open && <PagesAhead hrefs={links.map(({ href }) => href)} />}
      <Reveal way="fold" open={open} id={id}>
        <ul>
          {links.map((link) => (
            <li key={link.href}>
              <EntryLink deep href={link.href} aria-current={isCurrent(link, path, links) ? 'page' : undefined}>
                {link.label}
              </EntryLink>
            </li>
          ))}
        </ul>
      </Reveal>
    </li>
  )
}

const Switcher = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: 2.5,
    w: '100%',
    minH: '56px',
    px: 2.5,
    py: 2,
    borderRadius: 'm',
    bg: 'surface',
    borderWidth: '1px',
    borderColor: 'border',
    textAlign: 'start',
    cursor: 'pointer',
    _hover: { borderColor: 'borderStrong' },
  },
})

type BrandSwitcherProps = Pick<ShellProps, 'brands' | 'brand' | 'place' | 'brandLinks'>

const BrandSwitcher = ({ brands, brand, place, brandLinks = [] }: BrandSwitcherProps) => {
  const words = usePortalWords()
  const current = brands.find((one) => one.key === brand)
  const title = current?.name ?? place ?? (brands.length > 0 ? words.chooseClub : words.site)
  return (
    <Menu
      fit
      opener={(props) => (
        <Switcher type="button" {...props}>
          <Avatar shape="square" name={title} src={current?.picture} />
          <chakra.span
            flex="1"
            minW="0"
            css={{
              '& > span': { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
            }}
          >
            <chakra.span fontSize="0.875rem" fontWeight="bold" lineHeight="1.4">
              {title}
            </chakra.span>
            {current && (
              <chakra.span fontSize="0.75rem" color="muted" lineHeight="1.4">
                {current.club}
              </chakra.span>
            )}
          </chakra.span>
          <chakra.span color="muted">
            <UpDownIcon size={16} />
          </chakra.span>
          {current && <chakra.span srOnly>{words.switchBrand}</chakra.span>}
        </Switcher>
      )}
      items={[
        ...brands.map((one) => ({
          key: one.key,
          href: one.href,
          current: one.key === brand,
          icon: <Avatar shape="square" name={one.name} src={one.picture} size={28} />,
          label: (
            <chakra.span minW="0">
              <chakra.span display="block" fontWeight="semibold" lineHeight="1.35">
                {one.name}
              </chakra.span>
              <chakra.span display="block" fontSize="0.75rem" color="muted" lineHeight="1.35">
                {one.club}
              </chakra.span>
            </chakra.span>
          ),
        })),
        ...(brands.length > 0 && brandLinks.length > 0 ? [{ key: 'line', line: true as const }] : []),
        ...brandLinks.map((link) => ({ key: link.href, ...link })),
      ]}
    />
  )
}
