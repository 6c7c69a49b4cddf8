import { chakra } from '@chakra-ui/react'
import { Fragment } from 'react'
import { routes } from '#client/routes.ts'
import { Link } from '#ui/Link.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { usePortalWords } from './words'

const Key = chakra('kbd', {
  base: {
    px: 2,
    fontFamily: 'inherit',
    fontSize: 'xs',
    fontWeight: 'semibold',
    lineHeight: '22px',
    borderRadius: '6px',
    borderWidth: '1px',
    borderColor: 'borderStrong',
    bg: 'sunken',
    whiteSpace: 'nowrap',
  },
})
const List = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    columnGap: 4,
    rowGap: 2.5,
    alignItems: 'center',
    fontSize: '0.875rem',
    mb: 5,
  },
})

// Where they are taken: ui/shell/TopBar, ui/form/state/useSaveKey, ui/table/useRowKeys, contents/list/ContentCalendar.
const groups = {
  everywhere: { search: ['Ctrl', 'K'], save: ['Ctrl', 'S'], close: ['Esc'], shortcuts: ['?'] },
  lists: { down: ['J'], up: ['K'], choose: ['X'], open: ['Enter'] },
  calendar: { move: ['←', '→', '↑', '↓'], drop: ['Enter'], cancel: ['Delete'] },
} as const

/** The shortcuts that exist. Opened by "?", or from the search. */
export const Shortcuts = ({ onClose }: { onClose: () => void }) => {
  const { shortcuts: words } = usePortalWords()
  const isApple = /Mac|iPhone|iPad/.test(navigator.platform)
  return (
    <Dialog open onClose={onClose} title={words.title}>
      {(Object.keys(groups) as (keyof typeof groups)[]).map((group) => (
        <section key={group}>
          <chakra.h3 fontSize="sm" color="muted" mb={2}>
            {words.groups[group]}
          </chakra.h3>
          <List>
            {Object.entries<readonly string[]>(groups[group]).map(([name, keys]) => (
              <Fragment key={name}>
                <dt>{words.names[name as keyof typeof words.names]}</dt>
                <chakra.dd display="flex" justifyContent="flex-end" gap={1}>
                  {keys.map((key) => (
                    <Key key={key}>{key === 'Ctrl' && isApple ? '⌘' : key}</Key>
                  ))}
                </chakra.dd>
              </Fragment>
            ))}
          </List>
        </section>
      ))}
      <chakra.p fontSize="sm" color="muted">
        {words.letters}{' '}
        <Link href={routes.account()} style={{ textDecoration: 'underline' }}>
          {words.toAccount}
        </Link>
      </chakra.p>
    </Dialog>
  )
}
