import { chakra } from '@chakra-ui/react'

// Below 768 px each row is a card. The roles are written out in the markup: a table laid out as blocks or as a grid is no
// table for a screen reader any more.
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
  { base: { position: { base: 'absolute', md: 'static' }, clipPath: { base: 'inset(50%)', md: 'none' } } },
  role('rowgroup'),
)
export const HeadRow = chakra('tr', {}, role('row'))
export const Body = chakra('tbody', { base: { display: { base: 'block', md: 'table-row-group' } } }, role('rowgroup'))

export const HeadCell = chakra(
  'th',
  {
    base: {
      px: 4.5,
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
      display: { base: 'grid', md: 'table-row' },
      gridTemplateColumns: { base: 'auto minmax(0, 1fr)', md: 'none' },
      columnGap: 4,
      rowGap: 1,
      px: { base: 4, md: 0 },
      py: { base: 3.5, md: 0 },
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
      px: { base: 0, md: 4.5 },
      py: { base: 0, md: '13px' },
      verticalAlign: 'middle',
      fontVariantNumeric: 'tabular-nums',
      display: { base: 'grid', md: 'table-cell' },
      gridTemplateColumns: { base: 'subgrid', md: 'none' },
      gridColumn: '1 / -1',
      alignItems: 'center',
      justifyItems: 'start',
      _before: {
        content: { base: 'attr(data-label)', md: 'none' },
        color: 'muted',
        fontSize: 'xs',
      },
      '&[data-main=true]': {
        display: { base: 'block', md: 'table-cell' },
        pb: { base: 1.5, md: '13px' },
        _before: { content: 'none' },
      },
      '&[data-hide=true]': { display: { base: 'none', md: 'table-cell' } },
      // Empty values say nothing on a card.
      '&:empty': { display: { base: 'none', md: 'table-cell' } },
      '&[data-control=true]': { position: 'relative', zIndex: 1 },
    },
  },
  role('cell'),
)
