import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { useEditorWords } from './words'

const List = chakra('div', {
  base: {
    position: 'absolute',
    zIndex: 'menu',
    w: '240px',
    maxH: '300px',
    overflowY: 'auto',
    p: 1.5,
    bg: 'surface',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'm',
    boxShadow: 'pop',
  },
})
const Option = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: 2.5,
    px: 2.5,
    minH: '36px',
    borderRadius: '8px',
    fontSize: '0.875rem',
    cursor: 'pointer',
    '&[aria-selected=true]': { bg: 'accentSubtle', color: 'accentText' },
  },
})

type SlashMenuProps = {
  id: string
  items: readonly { key: string; label: string; icon: ReactNode }[]
  at: number
  place: { top: number; left: number }
  onChoose: (index: number) => void
}

/** The focus stays in the text; aria-activedescendant names the selected entry. What scrolls can be reached without a mouse. */
export const SlashMenu = ({ id, items, at, place, onChoose }: SlashMenuProps) => {
  const words = useEditorWords()
  return (
    <List id={id} role="listbox" tabIndex={0} aria-label={words.slashMenu} style={place}>
      {items.map(({ key, label, icon }, index) => (
        <Option
          key={key}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === at}
          ref={(element: HTMLElement | null) => {
            if (index === at) element?.scrollIntoView({ block: 'nearest' })
          }}
          onPointerDown={(event) => {
            // The text keeps the focus.
            event.preventDefault()
            onChoose(index)
          }}
        >
          {icon}
          {label}
        </Option>
      ))}
    </List>
  )
}
