import { chakra } from '@chakra-ui/react'
import { Command } from 'cmdk'
import { useRouter } from 'next/router'
import { useLocale } from '../../client/words'
import { switchColorMode, useColorMode } from '../look/colorMode'
import { SearchIcon } from '../look/icons'
import { DialogFrame } from '../overlay/Dialog'
import { useUiWords } from '../words'
import type { ShellProps } from './types'

const Frame = chakra('div', {
  base: {
    '& [cmdk-input-wrapper]': { display: 'flex' },
    '& [cmdk-input]': { flex: 1, minW: 0, h: '52px', fontSize: '16px', bg: 'transparent', outline: 'none' },
    '& [cmdk-list]': { maxH: 'min(380px, 60dvh)', overflowY: 'auto', p: 2, overscrollBehavior: 'contain' },
    '& [cmdk-group-heading]': { px: 2.5, pt: 2, pb: 1, fontSize: 'xs', fontWeight: 'semibold', color: 'muted' },
    '& [cmdk-item]': {
      display: 'flex',
      alignItems: 'center',
      gap: 3,
      minH: '40px',
      px: 2.5,
      borderRadius: '8px',
      fontSize: '14px',
      cursor: 'pointer',
    },
    '& [cmdk-item][data-selected=true]': { bg: 'accentSubtle', color: 'accentText' },
    '& [cmdk-empty]': { p: 6, textAlign: 'center', fontSize: '14px', color: 'muted' },
  },
})

type CommandPaletteProps = Omit<ShellProps, 'children'> & { open: boolean; onClose: () => void }

/** Loaded at the first Ctrl K. Finds every screen of the sidebar, the brands and the actions by a part of their names. */
export const CommandPalette = ({ open, onClose, ...frame }: CommandPaletteProps) => {
  const words = useUiWords()
  const router = useRouter()
  const mode = useColorMode()
  const locale = useLocale()
  const run = (action: () => void) => () => {
    onClose()
    action()
  }
  const go = (href: string) => run(() => void router.push(href))
  const screens = [
    ...frame.links,
    ...frame.groups.flatMap((group) => group.links.map((link) => ({ ...link, icon: group.icon }))),
    ...(frame.brandLinks ?? []),
    ...(frame.accountLinks ?? []),
  ]
  return (
    <DialogFrame open={open} onClose={onClose} label={words.search}>
      <Frame>
        <Command label={words.search} loop>
          <chakra.div display="flex" alignItems="center" gap={3} px={4} borderBottomWidth="1px" borderColor="border">
            <chakra.span color="muted">
              <SearchIcon />
            </chakra.span>
            <Command.Input data-autofocus placeholder={words.searchPlaceholder} />
          </chakra.div>
          <Command.List label={words.search}>
            <Command.Empty>{words.searchNothing}</Command.Empty>
            <Command.Group heading={words.goTo}>
              {screens.map(({ label, href, icon }) => (
                <Command.Item key={href} value={`${label} ${href}`} onSelect={go(href)}>
                  {icon}
                  {label}
                </Command.Item>
              ))}
            </Command.Group>
            {frame.brands.length > 0 && (
              <Command.Group heading={words.clubs}>
                {frame.brands.map(({ key, name, club, href }) => (
                  <Command.Item key={key} value={`${name} ${club} ${key}`} onSelect={go(href)}>
                    {name}
                    <chakra.span color="muted" fontSize="xs">
                      {club}
                    </chakra.span>
                  </Command.Item>
                ))}
              </Command.Group>
            )}
            <Command.Group heading={words.actions}>
              {frame.commands?.map(({ label, onSelect }) => (
                <Command.Item key={label} value={label} onSelect={run(onSelect)}>
                  {label}
                </Command.Item>
              ))}
              <Command.Item
                value={`${words.toOtherLanguage} ${words.otherLanguage}`}
                onSelect={run(
                  () =>
                    void router.push(router.asPath, undefined, {
                      locale: locale === 'ja' ? 'en' : 'ja',
                      scroll: false,
                    }),
                )}
              >
                {words.toOtherLanguage}
              </Command.Item>
              <Command.Item value={mode === 'dark' ? words.toLight : words.toDark} onSelect={run(switchColorMode)}>
                {mode === 'dark' ? words.toLight : words.toDark}
              </Command.Item>
              <Command.Item value={words.signOut} onSelect={run(frame.onSignOut)}>
                {words.signOut}
              </Command.Item>
            </Command.Group>
          </Command.List>
        </Command>
      </Frame>
    </DialogFrame>
  )
}
