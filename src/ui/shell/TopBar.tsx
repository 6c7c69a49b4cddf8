import { chakra } from '@chakra-ui/react'
import dynamic from 'next/dynamic'
import { Fragment, useEffect, useState, useSyncExternalStore } from 'react'
import { whenIdle } from '#kit/whenIdle.ts'
import { Avatar } from '../Avatar'
import { IconButton } from '../Button'
import { Link } from '../Link'
import { MenuIcon, SearchIcon, SignOutIcon } from '../look/icons'
import { Menu } from '../overlay/Menu'
import { usePortalWords } from '../portalWords'
import { useNames } from './crumb'
import { ColorModeSwitch, LanguageSwitch } from './switches'
import type { Crumb, ShellProps } from './types'

const loadPalette = () => import('./CommandPalette')
const CommandPalette = dynamic(() => loadPalette().then((m) => m.CommandPalette), { ssr: false })

const Bar = chakra('header', {
  base: {
    position: 'sticky',
    top: 0,
    zIndex: 'top',
    display: 'flex',
    alignItems: 'center',
    gap: { base: 1, md: 2 },
    h: '56px',
    px: { base: 2, md: 7 },
    bg: 'color-mix(in srgb, var(--ui-colors-canvas) 88%, transparent)',
    backdropFilter: 'blur(8px)',
    borderBottomWidth: '1px',
    borderColor: 'border',
  },
})

const Search = chakra('button', {
  base: {
    display: { base: 'none', lg: 'flex' },
    alignItems: 'center',
    gap: 2.5,
    w: '260px',
    h: '36px',
    px: 3,
    mr: 1,
    borderRadius: '9px',
    bg: 'surface',
    borderWidth: '1px',
    borderColor: 'border',
    color: 'faint',
    fontSize: 'sm',
    cursor: 'pointer',
    _hover: { borderColor: 'borderStrong', color: 'muted' },
  },
})
const Key = chakra('kbd', {
  base: {
    ml: 'auto',
    px: 1.5,
    fontFamily: 'inherit',
    fontSize: '0.6875rem',
    fontWeight: 'semibold',
    lineHeight: '18px',
    borderRadius: '5px',
    borderWidth: '1px',
    borderColor: 'border',
    bg: 'sunken',
    color: 'muted',
  },
})

const QuestionMark = chakra('span', {
  base: {
    display: 'grid',
    placeItems: 'center',
    w: '18px',
    h: '18px',
    borderWidth: '1.7px',
    borderColor: 'currentColor',
    borderRadius: 'full',
    fontSize: '0.75rem',
    fontWeight: 'semibold',
    lineHeight: 1,
  },
})
const HelpLink = chakra(Link, {
  base: {
    display: 'grid',
    placeItems: 'center',
    w: '40px',
    h: '40px',
    flexShrink: 0,
    borderRadius: 'm',
    color: 'muted',
    _hover: { bg: 'hover', color: 'text' },
  },
})

const neverChanges = () => () => {}
const useIsApple = () =>
  useSyncExternalStore(
    neverChanges,
    () => /Mac|iPhone|iPad/.test(navigator.platform),
    () => false,
  )

type TopBarProps = Omit<ShellProps, 'children'> & { onMenu: () => void }

export const TopBar = ({ onMenu, ...frame }: TopBarProps) => {
  const words = usePortalWords()
  const [palette, setPalette] = useState<'never' | 'open' | 'closed'>('never')
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      setPalette((now) => (now === 'open' ? 'closed' : 'open'))
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  const { loadFinder } = frame
  useEffect(() => {
    // Its code comes while nothing else happens, so that the first press finds it; what fails to load is asked for again by the press.
    let isGone = false
    whenIdle(() => {
      if (!isGone) void Promise.allSettled([loadPalette(), loadFinder?.()])
    })
    return () => {
      isGone = true
    }
  }, [loadFinder])
  const openPalette = () => setPalette('open')
  return (
    <Bar>
      <chakra.span display={{ lg: 'none' }}>
        <IconButton label={words.openMenu} onClick={onMenu}>
          <MenuIcon size={20} />
        </IconButton>
      </chakra.span>
      <Breadcrumb crumbs={frame.breadcrumb} />
      <Search type="button" onClick={openPalette} aria-keyshortcuts="Control+K Meta+K">
        <SearchIcon size={16} />
        {words.search}
        <Key aria-hidden>{useIsApple() ? '⌘K' : 'Ctrl K'}</Key>
      </Search>
      <chakra.span display={{ lg: 'none' }}>
        <IconButton label={words.search} onClick={openPalette}>
          <SearchIcon />
        </IconButton>
      </chakra.span>
      <chakra.span display={{ base: 'none', sm: 'contents' }}>
        <LanguageSwitch />
        <ColorModeSwitch />
      </chakra.span>
      {frame.help && (
        <chakra.span display={{ base: 'none', sm: 'contents' }}>
          <HelpLink href={frame.help.href} target="_blank" aria-label={frame.help.label} title={frame.help.label}>
            <QuestionMark aria-hidden>?</QuestionMark>
          </HelpLink>
        </chakra.span>
      )}
      {frame.bell}
      <AccountMenu {...frame} />
      {palette !== 'never' && (
        <CommandPalette {...frame} open={palette === 'open'} onClose={() => setPalette('closed')} />
      )}
    </Bar>
  )
}

const Breadcrumb = ({ crumbs: given }: { crumbs: readonly Crumb[] }) => {
  const words = usePortalWords()
  const names = useNames()
  const crumbs = given.map(({ titled, backed, label, href }) => ({
    label: (titled && names.title) || (backed && names.back) || label,
    ...(href !== undefined && { href }),
  }))
  return (
    <chakra.nav aria-label={words.breadcrumb} flex="1" minW="0">
      <chakra.ol
        display="flex"
        alignItems="center"
        gap={2}
        color="muted"
        fontSize="sm"
        whiteSpace="nowrap"
        overflow="hidden"
      >
        {crumbs.map(({ label, href }, i) => {
          const last = i === crumbs.length - 1
          return (
            <Fragment key={`${label}${href ?? ''}`}>
              {i > 0 && (
                <chakra.li aria-hidden color="faint" display={{ base: 'none', md: 'block' }}>
                  /
                </chakra.li>
              )}
              <chakra.li
                display={{ base: last ? 'block' : 'none', md: 'block' }}
                overflow="hidden"
                textOverflow="ellipsis"
                flexShrink={last ? 1 : 0}
                maxW={last ? 'none' : '160px'}
                color={last ? 'text' : undefined}
                fontWeight={last ? 'semibold' : undefined}
                aria-current={last ? 'page' : undefined}
              >
                {href && !last ? (
                  <chakra.span _hover={{ color: 'text' }}>
                    <Link href={href}>{label}</Link>
                  </chakra.span>
                ) : (
                  label
                )}
              </chakra.li>
            </Fragment>
          )
        })}
      </chakra.ol>
    </chakra.nav>
  )
}

const AccountMenu = ({
  user,
  accountLinks = [],
  onSignOut,
}: Pick<ShellProps, 'user' | 'accountLinks' | 'onSignOut'>) => {
  const words = usePortalWords()
  return (
    <Menu
      opener={(props) => (
        <chakra.button
          type="button"
          {...props}
          aria-label={words.account}
          display="grid"
          placeItems="center"
          w="44px"
          h="44px"
          borderRadius="full"
          cursor="pointer"
        >
          <Avatar name={user.name || user.email} src={user.picture} />
        </chakra.button>
      )}
      head={
        <chakra.div px={2.5} pt={1.5} pb={2.5} mb={1.5} borderBottomWidth="1px" borderColor="border">
          <chakra.p fontWeight="semibold" fontSize="0.875rem">
            {user.name || user.email}
          </chakra.p>
          {user.name && (
            <chakra.p fontSize="xs" color="muted">
              {user.email}
            </chakra.p>
          )}
          <chakra.div display={{ base: 'flex', sm: 'none' }} gap={1} mt={2}>
            <LanguageSwitch />
            <ColorModeSwitch />
          </chakra.div>
        </chakra.div>
      }
      items={[
        ...accountLinks.map((link) => ({ key: link.href, ...link })),
        { key: 'signOut', label: words.signOut, icon: <SignOutIcon />, onSelect: onSignOut },
      ]}
    />
  )
}
