import { chakra } from '@chakra-ui/react'
import { Command } from 'cmdk'
import { useRouter } from 'next/router'
import { type ReactNode, useEffect, useState } from 'react'
import { useLocale } from '#client/words.tsx'
import { switchColorMode, useColorMode } from '../look/colorMode'
import { SearchIcon } from '../look/icons'
import { DialogFrame } from '../overlay/Dialog'
import { usePortalWords } from '../portalWords'
import { useDebounced } from '../useDebounced'
import type { Finder, FoundGroup, IsRead, ShellProps } from './types'

const Frame = chakra('div', {
  base: {
    '& [cmdk-input-wrapper]': { display: 'flex' },
    '& [cmdk-input]': { flex: 1, minW: 0, h: '52px', fontSize: '1rem', bg: 'transparent', outline: 'none' },
    '& [cmdk-list]': { maxH: 'min(380px, 60dvh)', overflowY: 'auto', p: 2, overscrollBehavior: 'contain' },
    '& [cmdk-group-heading]': { px: 2.5, pt: 2, pb: 1, fontSize: 'xs', fontWeight: 'semibold', color: 'muted' },
    '& [cmdk-item]': {
      display: 'flex',
      alignItems: 'center',
      gap: 3,
      minH: '40px',
      px: 2.5,
      borderRadius: '8px',
      fontSize: '0.875rem',
      cursor: 'pointer',
    },
    '& [cmdk-item][data-selected=true]': { bg: 'accentSubtle', color: 'accentText' },
    '& [cmdk-empty]': { p: 6, textAlign: 'center', fontSize: '0.875rem', color: 'muted' },
  },
})

type CommandPaletteProps = Omit<ShellProps, 'children'> & { open: boolean; onClose: () => void }

type Entry = { key: string; label: string; note?: string; icon?: ReactNode; run: () => void }
type EntryGroup = { key: string; label: string; entries: readonly Entry[] }

const folded = (text: string) => text.normalize('NFKC').toLowerCase()

/** Every word of the search occurs somewhere in the entry, or is one of its readings. */
const matching = (groups: readonly EntryGroup[], q: string, isRead: IsRead): EntryGroup[] => {
  const asked = folded(q).split(/\s+/).filter(Boolean)
  return groups.map((group) => ({
    ...group,
    entries: group.entries.filter(({ label, note = '' }) => {
      const text = folded(`${label} ${note}`)
      return asked.every((word) => text.includes(word) || isRead(label, word))
    }),
  }))
}

/**
 * Loaded at the first Ctrl K. Finds what the frame's Finder knows by name (plans, members ...) with what can be done to it,
 * every screen of the sidebar, the brands and the actions; nothing is listed twice.
 */
export const CommandPalette = ({ open, onClose, ...frame }: CommandPaletteProps) => {
  const words = usePortalWords()
  const router = useRouter()
  const mode = useColorMode()
  const locale = useLocale()
  const [typed, setTyped] = useState('')
  const { loadFinder } = frame
  const [Finder, setFinder] = useState<Finder | null>(null)
  useEffect(() => {
    // A search that fails to load gives no results; screens and actions are listed all the same.
    void loadFinder?.().then(
      (loaded) => setFinder(() => loaded),
      () => {},
    )
  }, [loadFinder])
  const settled = useDebounced(typed.trim())
  // The first letter is asked for at once: nothing is on its way that it could be beside.
  const q = settled || typed.trim()
  useEffect(() => {
    if (!open) setTyped('')
  }, [open])
  const go = (href: string) => () => void router.push(href)
  const screens = [
    ...frame.links,
    ...frame.groups.flatMap((group) => group.links.map((link) => ({ ...link, icon: group.icon }))),
    ...(frame.brandLinks ?? []),
    ...(frame.accountLinks ?? []),
    ...(frame.footer ?? []),
  ].filter((link, i, all) => all.findIndex(({ href }) => href === link.href) === i)
  const toLanguage = () =>
    void router.push(router.asPath, undefined, { locale: locale === 'ja' ? 'en' : 'ja', scroll: false })
  const known: EntryGroup[] = [
    {
      key: 'screens',
      label: words.goTo,
      entries: screens.map(({ label, href, icon }) => ({ key: href, label, icon, run: go(href) })),
    },
    {
      key: 'brands',
      label: words.clubs,
      entries: frame.brands.map(({ key, name, club, href }) => ({ key, label: name, note: club, run: go(href) })),
    },
    {
      key: 'actions',
      label: words.actions,
      entries: [
        ...(frame.commands ?? []).map(({ label, onSelect }) => ({ key: label, label, run: onSelect })),
        { key: 'language', label: words.toOtherLanguage, note: words.otherLanguage, run: toLanguage },
        { key: 'mode', label: mode === 'dark' ? words.toLight : words.toDark, run: switchColorMode },
        { key: 'signOut', label: words.signOut, run: frame.onSignOut },
      ],
    },
  ]
  const list = (found: readonly FoundGroup[], isRead: IsRead) => (
    <>
      {[
        ...found.map(({ key, label, items }) => ({
          key,
          label,
          entries: items.flatMap((item): Entry[] => [
            { key: item.key, label: item.label, ...(item.note && { note: item.note }), run: go(item.href) },
            // With many findings the actions would stand between them and hide what was looked for.
            ...(items.length > 2 ? [] : (item.actions ?? [])).map((action) => ({
              key: `${item.key} ${action.href}`,
              label: `${item.label} › ${action.label}`,
              run: go(action.href),
            })),
          ]),
        })),
        ...matching(known, typed, isRead),
      ]
        .filter(({ entries }) => entries.length > 0)
        .map((group) => (
          <Command.Group key={group.key} heading={group.label}>
            {group.entries.map(({ key, label, note, icon, run }) => (
              <Command.Item
                key={key}
                value={`${group.key} ${key}`}
                onSelect={() => {
                  onClose()
                  run()
                }}
              >
                {icon}
                <chakra.span minW="0" overflowWrap="anywhere">
                  {label}
                </chakra.span>
                {note && (
                  <chakra.span
                    color="muted"
                    fontSize="xs"
                    ml="auto"
                    maxW="60%"
                    flexShrink={0}
                    whiteSpace="nowrap"
                    overflow="hidden"
                    textOverflow="ellipsis"
                  >
                    {note}
                  </chakra.span>
                )}
              </Command.Item>
            ))}
          </Command.Group>
        ))}
      <Command.Empty>{words.searchNothing}</Command.Empty>
    </>
  )
  return (
    <DialogFrame open={open} onClose={onClose} label={words.search} place="top">
      <Frame>
        <Command label={words.search} loop shouldFilter={false}>
          <chakra.div display="flex" alignItems="center" gap={3} px={4} borderBottomWidth="1px" borderColor="border">
            <chakra.span color="muted">
              <SearchIcon />
            </chakra.span>
            <Command.Input
              data-autofocus
              placeholder={words.searchPlaceholder}
              value={typed}
              onValueChange={setTyped}
            />
          </chakra.div>
          <Command.List label={words.search}>
            {Finder && q !== '' ? <Finder q={q}>{list}</Finder> : list([], () => false)}
          </Command.List>
        </Command>
      </Frame>
    </DialogFrame>
  )
}
