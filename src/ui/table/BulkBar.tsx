import { chakra } from '@chakra-ui/react'
import { type ReactNode, useEffect } from 'react'
import { IconButton } from '../Button'
import { CloseIcon } from '../look/icons'
import { Reveal } from '../look/motion'
import { useUiWords } from '../words'

const Bar = chakra(Reveal, {
  base: {
    position: 'sticky',
    bottom: { base: 3, md: 5 },
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

/** How many rows are chosen, and what can be done with all of them. */
export const BulkBar = ({ count, onClear, children }: { count: number; onClear: () => void; children: ReactNode }) => {
  const words = useUiWords()
  const isOpen = count > 0
  useEffect(() => {
    if (!isOpen) return
    // Toasts stand above the bar.
    document.documentElement.style.setProperty('--save-bar', '76px')
    return () => void document.documentElement.style.removeProperty('--save-bar')
  }, [isOpen])
  return (
    <Bar way="rise" open={isOpen}>
      <IconButton label={words.clearSelection} size="s" onClick={onClear}>
        <CloseIcon size={15} />
      </IconButton>
      <chakra.span role="status" fontSize="14px" fontWeight="semibold" mr="auto">
        {words.selected(count)}
      </chakra.span>
      {children}
    </Bar>
  )
}
