import { chakra } from '@chakra-ui/react'
import { type ReactNode, useEffect } from 'react'
import { Button, IconButton } from '../Button'
import { CloseIcon } from '../look/icons'
import { Reveal } from '../look/motion'
import { usePortalWords } from '../portalWords'

const Bar = chakra(Reveal, {
  base: {
    position: 'sticky',
    bottom: { base: 'calc(var(--tray, 0px) + 12px)', md: 'calc(var(--tray, 0px) + 20px)' },
    zIndex: 'top',
    mx: { base: 2, md: 3 },
    my: 2,
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: 2,
    pl: 2,
    pr: 2.5,
    py: 2,
    bg: 'surface',
    borderWidth: '1px',
    borderColor: 'borderStrong',
    borderRadius: 'l',
    boxShadow: 'pop',
  },
})

/** Texts for selecting all matching rows, beyond the current page. */
export type MatchingWords = {
  offer: (total: number) => string
  chosen: (total: number) => string
  onlyPage: string
}

type BulkBarProps = {
  count: number
  onClear: () => void
  /** Set while the whole page is selected and more rows match; `isAll`: those are selected as well. */
  beyond?: { total: number; isAll: boolean; words: MatchingWords; onAll: (isAll: boolean) => void }
  /** Selects the rest of the page: on a phone the table has no header with a checkbox. */
  onPage?: () => void
  children: ReactNode
}

/** Number of selected rows, and the actions on them. */
export const BulkBar = ({ count, onClear, beyond, onPage, children }: BulkBarProps) => {
  const words = usePortalWords()
  const isOpen = count > 0
  useEffect(() => {
    if (!isOpen) return
    // Moves toasts above the bar.
    document.documentElement.style.setProperty('--save-bar', 'calc(var(--tray, 0px) + 76px)')
    return () => void document.documentElement.style.removeProperty('--save-bar')
  }, [isOpen])
  return (
    <Bar way="rise" open={isOpen}>
      <IconButton label={words.clearSelection} size="s" onClick={onClear}>
        <CloseIcon size={15} />
      </IconButton>
      <chakra.span
        display="flex"
        flexWrap="wrap"
        alignItems="center"
        columnGap={3}
        rowGap={1}
        mr="auto"
        // On a phone the text stays beside the button before it, whatever its length.
        flex={beyond || onPage ? { base: '1 0 calc(100% - 48px)', md: '0 1 auto' } : undefined}
        maxW={{ base: 'calc(100% - 44px)', md: 'none' }}
      >
        <chakra.span role="status" fontSize="0.875rem" fontWeight="semibold">
          {beyond?.isAll ? beyond.words.chosen(beyond.total) : words.selected(count)}
        </chakra.span>
        {onPage && (
          <Button look="link" size="s" display={{ lg: 'none' }} onClick={onPage}>
            {words.selectAll}
          </Button>
        )}
        {beyond && (
          <Button look="link" size="s" onClick={() => beyond.onAll(!beyond.isAll)}>
            {beyond.isAll ? beyond.words.onlyPage : beyond.words.offer(beyond.total)}
          </Button>
        )}
      </chakra.span>
      {children}
    </Bar>
  )
}
