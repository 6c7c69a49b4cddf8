import { chakra, defineRecipe } from '@chakra-ui/react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { Link } from '../Link'

const row = defineRecipe({
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: 2.5,
    w: '100%',
    minH: '36px',
    px: 2.5,
    py: 1.5,
    borderRadius: '8px',
    fontSize: '0.875rem',
    lineHeight: 1.45,
    textAlign: 'start',
    color: 'text',
    cursor: 'pointer',
    outline: 'none',
    '&:hover, &:focus': { bg: 'hover' },
    '&[data-danger]': { color: 'bad' },
    '&[aria-disabled=true]': { opacity: 0.5, cursor: 'not-allowed' },
    '&[aria-current]': { bg: 'accentSubtle', color: 'accentText', fontWeight: 'semibold' },
  },
})
const RowButton = chakra('button', row)
const RowLink = chakra(Link, row)

const Panel = chakra('div', {
  base: {
    // In the browser's top layer: neither a table that scrolls nor a dialog cuts it off.
    position: 'fixed',
    inset: 'auto',
    m: 0,
    color: 'text',
    minW: '220px',
    maxW: 'min(340px, calc(100vw - 24px))',
    maxH: 'min(480px, 70dvh)',
    overflowY: 'auto',
    p: 1.5,
    bg: 'surface',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'm',
    boxShadow: 'pop',
    animation: 'rise .12s ease-out',
  },
  variants: { fit: { true: { minW: 0, maxW: 'none' } } },
})

/** A line between entries; its key tells it from other lines. */
type MenuLine = { key: string; line: true }

export type MenuItem = {
  key: string
  label: ReactNode
  icon?: ReactNode
  href?: string
  onSelect?: () => void
  current?: boolean
  danger?: boolean
  disabled?: boolean
}

/** Props for the button that opens the menu. */
export type OpenerProps = {
  id: string
  'aria-haspopup': 'menu'
  'aria-expanded': boolean
  'aria-controls': string | undefined
  onClick: () => void
  onKeyDown: (event: KeyboardEvent) => void
}

type MenuProps = {
  opener: (props: OpenerProps) => ReactNode
  items: readonly (MenuItem | MenuLine)[]
  /** Text above the entries, as the name of the account. */
  head?: ReactNode
  align?: 'start' | 'end'
  fit?: boolean
}

export const Menu = ({ opener, items, head, align = 'end', fit = false }: MenuProps) => {
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const id = useId()

  const entries = () => [...(box.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
  const focusAt = (index: number) => {
    const all = entries()
    all.at(((index % all.length) + all.length) % all.length)?.focus()
  }
  const close = () => {
    setOpen(false)
    document.getElementById(`${id}-opener`)?.focus()
  }

  useLayoutEffect(() => {
    const [opener, menu] = [document.getElementById(`${id}-opener`), panel.current]
    if (!open || !opener || !menu) return
    if ('showPopover' in menu) menu.showPopover()
    const at = opener.getBoundingClientRect()
    if (fit) menu.style.width = `${at.width}px`
    const { offsetWidth: width, offsetHeight: height } = menu
    const left = align === 'start' || fit ? at.left : at.right - width
    menu.style.left = `${Math.max(8, Math.min(left, window.innerWidth - width - 8))}px`
    const below = at.bottom + 6
    menu.style.top = `${below + height > window.innerHeight - 8 ? Math.max(8, at.top - height - 6) : below}px`
    // It would stay where it is while its opener moves away.
    const hide = (event: Event) => {
      if (!(event.target instanceof Node && menu.contains(event.target))) setOpen(false)
    }
    window.addEventListener('scroll', hide, { capture: true, passive: true })
    window.addEventListener('resize', hide)
    return () => {
      window.removeEventListener('scroll', hide, { capture: true })
      window.removeEventListener('resize', hide)
    }
  }, [open, id, align, fit])

  useEffect(() => {
    if (!open) return
    box.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus({ preventScroll: true })
    const away = (event: PointerEvent) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setOpen(false)
    }
    document.addEventListener('pointerdown', away)
    return () => document.removeEventListener('pointerdown', away)
  }, [open])

  const onKeyDown = (event: KeyboardEvent) => {
    const all: (Element | null)[] = entries()
    const at = all.indexOf(document.activeElement)
    switch (event.key) {
      case 'ArrowDown':
        focusAt(at + 1)
        break
      case 'ArrowUp':
        focusAt(at - 1)
        break
      case 'Home':
        focusAt(0)
        break
      case 'End':
        focusAt(-1)
        break
      case 'Escape':
        close()
        break
      case 'Tab':
        setOpen(false)
        return
      default:
        return
    }
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    // Plain, as each row of a list has one.
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears where the focus goes.
    <div
      style={{ position: 'relative', display: fit ? 'block' : 'inline-block' }}
      ref={box}
      onBlur={(event) => {
        if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) setOpen(false)
      }}
    >
      {opener({
        id: `${id}-opener`,
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        'aria-controls': open ? id : undefined,
        onClick: () => setOpen(!open),
        onKeyDown: (event) => {
          if (event.key !== 'ArrowDown' || open) return
          event.preventDefault()
          setOpen(true)
        },
      })}
      {open && (
        <Panel ref={panel} popover="manual" fit={fit}>
          {head}
          <div id={id} role="menu" aria-labelledby={`${id}-opener`} onKeyDown={onKeyDown}>
            {items.map((item) =>
              'line' in item ? (
                <chakra.hr key={item.key} my={1.5} borderColor="border" />
              ) : (
                <MenuRow key={item.key} item={item} onDone={close} />
              ),
            )}
          </div>
        </Panel>
      )}
    </div>
  )
}

const MenuRow = ({ item, onDone }: { item: MenuItem; onDone: () => void }) => {
  const shared = {
    role: 'menuitem',
    tabIndex: -1,
    'aria-current': item.current ? ('page' as const) : undefined,
    'data-danger': item.danger || undefined,
  }
  const inside = (
    <>
      {item.icon}
      {item.label}
    </>
  )
  if (item.href !== undefined) {
    return (
      <RowLink {...shared} href={item.href} onClick={onDone}>
        {inside}
      </RowLink>
    )
  }
  return (
    <RowButton
      {...shared}
      type="button"
      aria-disabled={item.disabled || undefined}
      onClick={() => {
        if (item.disabled) return
        onDone()
        item.onSelect?.()
      }}
    >
      {inside}
    </RowButton>
  )
}
