import { chakra } from '@chakra-ui/react'

// Below 1024 px, where the sidebar leaves too little room, each row is a card. The roles are written out: a table that is
// laid out as blocks or as a grid is no table for a screen reader any more.
const role = (name: string) => ({ defaultProps: { role: name } })

export const TableFrame = chakra(
  'table',
  {
    base: {
      w: '100%',
      borderCollapse: 'collapse',
      fontSize: '14px',
      transition: 'opacity .12s',
      '&[data-stale=true]': { opacity: 0.55 },
    },
  },
  role('table'),
)

export const Head = chakra(
  'thead',
  { base: { position: { base: 'absolute', lg: 'static' }, clipPath: { base: 'inset(50%)', lg: 'none' } } },
  role('rowgroup'),
)
export const HeadRow = chakra('tr', {}, role('row'))
export const Body = chakra('tbody', { base: { display: { base: 'block', lg: 'table-row-group' } } }, role('rowgroup'))

export const HeadCell = chakra(
  'th',
  {
    base: {
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
    },
  },
  role('columnheader'),
)

export const Row = chakra(
  'tr',
  {
    base: {
      position: 'relative',
      display: { base: 'grid', lg: 'table-row' },
      gridTemplateColumns: { base: 'auto minmax(0, 1fr)', lg: 'none' },
      columnGap: 4,
      rowGap: 1,
      px: { base: 4, lg: 0 },
      py: { base: 3.5, lg: 0 },
      borderBottomWidth: '1px',
      borderColor: 'border',
      _last: { borderBottomWidth: 0 },
      '&[data-link=true]:hover': { bg: 'color-mix(in srgb, var(--ui-colors-accent-subtle) 45%, transparent)' },
    },
  },
  role('row'),
)

export const Cell = chakra(
  'td',
  {
    base: {
      px: { base: 0, lg: 3, xl: 4.5 },
      py: { base: 0, lg: '13px' },
      verticalAlign: 'middle',
      fontVariantNumeric: 'tabular-nums',
      display: { base: 'grid', lg: 'table-cell' },
      gridTemplateColumns: { base: 'subgrid', lg: 'none' },
      gridColumn: '1 / -1',
      alignItems: 'center',
      // Blocks obey it, too: what fills a cell of the table must not shrink.
      justifyItems: { base: 'start', lg: 'normal' },
      _before: {
        content: { base: 'attr(data-label)', lg: 'none' },
        color: 'muted',
        fontSize: 'xs',
      },
      '&[data-main=true]': {
        display: { base: 'block', lg: 'table-cell' },
        justifyItems: 'normal',
        pb: { base: 1.5, lg: '13px' },
        _before: { content: 'none' },
      },
      whiteSpace: { xl: 'nowrap' },
      '&[data-wrap=true]': { whiteSpace: 'normal', overflowWrap: 'break-word' },
      '&[data-hide=true]': { display: { base: 'none', lg: 'table-cell' } },
      // Empty values say nothing on a card.
      '&:empty': { display: { base: 'none', lg: 'table-cell' } },
      '&[data-control=true]': { position: 'relative', zIndex: 1 },
    },
  },
  role('cell'),
)
