import { chakra, type SystemStyleObject } from '@chakra-ui/react'
import type { ComponentProps, ReactNode } from 'react'
import { Link } from '../Link'
import { SortDownIcon, SortUpIcon } from '../look/icons'

// Below 1024 px each row is two lines.
const row = {
  position: 'relative',
  display: { base: 'flex', lg: 'table-row' },
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 3,
  rowGap: 0.5,
  // Where the row's first thing begins on a phone: after the box, where there is one.
  '--row-start': '16px',
  '&:has(> [data-place=select])': { '--row-start': '48px' },
  pl: { base: 'var(--row-start)', lg: 0 },
  '&:has([data-media])': { pl: { base: 'calc(var(--row-start) + 60px)', lg: 0 } },
  pr: { base: 4, lg: 0 },
  '&:has(> [data-place=actions])': { pr: { base: '56px', lg: 0 } },
  py: { base: 2.5, lg: 0 },
  minH: { base: '68px', lg: 0 },
  alignContent: 'center',
  borderBottomWidth: '1px',
  borderColor: 'border',
  _last: { borderBottomWidth: 0 },
  // Where the line of what comes last begins.
  '&:has(> [data-last]:not(:empty))::after': { content: { base: '""', lg: 'none' }, flexBasis: '100%' },
  '&[data-link=true]:hover': { bg: 'color-mix(in srgb, var(--ui-colors-accent-subtle) 45%, transparent)' },
  '&[data-chosen=true]': { bg: 'accentSubtle' },
} satisfies SystemStyleObject

const cell = {
  px: { base: 0, lg: 3, xl: 4.5 },
  py: { base: 0, lg: '13px' },
  verticalAlign: 'middle',
  fontVariantNumeric: 'tabular-nums',
  display: { base: 'block', lg: 'table-cell' },
  minW: 0,
  // The second line of a phone's row: all but the name.
  color: { base: 'muted', lg: 'inherit' },
  fontSize: { base: 'xs', lg: 'inherit' },
  '&[data-main=true]': {
    flexBasis: '100%',
    color: 'inherit',
    fontSize: { base: '0.875rem', lg: 'inherit' },
  },
  whiteSpace: { base: 'nowrap', lg: 'normal', xl: 'nowrap' },
  overflow: { base: 'hidden', lg: 'visible' },
  textOverflow: 'ellipsis',
  '&[data-align=end]': { textAlign: { lg: 'end' } },
  '&[data-wrap=true]': { whiteSpace: { lg: 'normal' }, overflowWrap: 'break-word' },
  '&[data-main=true], &[data-control=true]': { overflow: 'visible' },
  '&[data-last]': { order: { base: 1, lg: 0 } },
  '&[data-hide=true]': { display: { base: 'none', lg: 'table-cell' } },
  // Empty values say nothing on a phone.
  '&:empty': { display: { base: 'none', lg: 'table-cell' } },
  '&[data-control=true]': { position: 'relative', zIndex: 1 },
  '&[data-place]': {
    position: { base: 'absolute', lg: 'relative' },
    top: { base: '50%', lg: 'auto' },
    transform: { base: 'translateY(-50%)', lg: 'none' },
  },
  '&[data-place=actions]': { right: { base: '10px', lg: 'auto' } },
  '&[data-place=select]': { left: { base: '16px', lg: 'auto' } },
} satisfies SystemStyleObject

const head = {
  position: { base: 'absolute', lg: 'static' },
  clipPath: { base: 'inset(50%)', lg: 'none' },
  // Not seen on a phone, and no wider than it, however many columns there are.
  w: { base: '1px', lg: 'auto' },
  overflow: { base: 'hidden', lg: 'visible' },
} satisfies SystemStyleObject

const headCell = {
  px: { lg: 3, xl: 4.5 },
  py: 2.5,
  fontSize: 'xs',
  fontWeight: 'semibold',
  lineHeight: 1.6,
  color: 'muted',
  bg: 'sunken',
  borderBottomWidth: '1px',
  borderColor: 'border',
  whiteSpace: 'nowrap',
  textAlign: 'start',
  '&[data-align=end]': { textAlign: 'end' },
} satisfies SystemStyleObject

/** The main column's link, whose area reaches over the whole row. */
const rowLink = {
  color: 'inherit',
  textDecoration: 'none',
  display: 'block',
  _focusVisible: { outline: 'none' },
  _after: { content: '""', position: 'absolute', inset: 0 },
  '&:focus-visible::after': {
    outline: '2px solid var(--ui-colors-accent)',
    outlineOffset: '-2px',
    borderRadius: 's',
  },
} satisfies SystemStyleObject

/** A row's place while it is asked for. */
const bone = {
  display: 'block',
  h: '12px',
  minW: '48px',
  my: { base: '6px', lg: '14px' },
  borderRadius: 's',
  bg: 'border',
  animation: 'breathe 1.4s ease-in-out infinite',
  '&[data-align=end]': { ml: 'auto' },
} satisfies SystemStyleObject

const tick = {
  display: 'block',
  w: '18px',
  h: '18px',
  accentColor: 'var(--ui-colors-accent)',
  cursor: 'pointer',
  '&:focus-visible': { outline: '2px solid var(--ui-colors-accent)', outlineOffset: '2px' },
} satisfies SystemStyleObject

/** Describes all that lies in it: rows and cells of their own styles took a list longer to open than its answer. */
export const TableFrame = chakra('table', {
  base: {
    w: '100%',
    // On a phone rows are as wide as it, and a long name is cut: it does not push the number beside it out of sight.
    tableLayout: { base: 'fixed', lg: 'auto' },
    borderCollapse: 'collapse',
    fontSize: '0.875rem',
    transition: 'opacity .12s',
    '&[data-stale=true]': { opacity: 0.55 },
    '& > thead': head,
    '& > thead > tr > th': headCell,
    '& > tbody': { display: { base: 'block', lg: 'table-row-group' } },
    '& > tbody > tr': row,
    '& > tbody > tr > td': cell,
    '& > tbody > tr > td > [data-row-link]': rowLink,
    '& [data-tick]': tick,
    '& > tbody > tr > td > [data-pending]': bone,
  },
})

export const Tick = (props: ComponentProps<'input'>) => <input type="checkbox" data-tick {...props} />

const SortBase = chakra(Link, {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 1,
    borderRadius: 's',
    _hover: { color: 'text' },
    // The arrow comes before the name, so that the name is aligned with the figures.
    '&[data-align=end]': { flexDirection: 'row-reverse' },
    '& svg': { opacity: 0 },
    '&:hover svg, &:focus-visible svg': { opacity: 0.5 },
    '&[data-sorted=true]': { color: 'text', '& svg': { opacity: 1 } },
  },
})

type SortLinkProps = {
  href: string
  order: 'ascending' | 'descending' | 'none'
  align?: 'start' | 'end' | undefined
  label: string
  children: ReactNode
}

/** A header that sorts by its column: a link, so that the order can be sent, reloaded and gone back to. */
export const SortLink = ({ href, order, align, label, children }: SortLinkProps) => (
  <SortBase href={href} shallow scroll={false} title={label} data-sorted={order !== 'none'} data-align={align}>
    {children}
    {order === 'descending' ? <SortDownIcon size={13} /> : <SortUpIcon size={13} />}
  </SortBase>
)
