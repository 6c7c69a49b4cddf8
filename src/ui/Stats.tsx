import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'

const StatBox = chakra('div', {
  base: { bg: 'surface', borderWidth: '1px', borderColor: 'border', borderRadius: 'l', px: 4.5, py: 4, minW: 0 },
})

/** At most four numbers side by side. On a phone two in a row, or a list for an odd number, so that none is alone. */
export const Stats = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(auto-fit, minmax(0, 1fr))' },
    gap: { base: 2.5, md: 3.5 },
    mb: 6,
    '&:has(> :last-child:nth-of-type(odd))': {
      gridTemplateColumns: { base: '1fr', lg: 'repeat(auto-fit, minmax(0, 1fr))' },
      mdDown: {
        gap: 0,
        bg: 'surface',
        borderWidth: '1px',
        borderColor: 'border',
        borderRadius: 'l',
        '& > div': {
          display: 'grid',
          gridTemplateColumns: '1fr auto',
          alignItems: 'baseline',
          columnGap: 3,
          py: 2.5,
          bg: 'transparent',
          borderWidth: 0,
          borderRadius: 0,
        },
        '& > div:not(:last-child)': { borderBottomWidth: '1px' },
        '& dd:last-child:not(:nth-of-type(1))': { gridColumn: '1 / -1', textAlign: 'end' },
      },
    },
    md: {
      '&:has(> :last-child:nth-of-type(3))': { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
    },
  },
})

type StatProps = { label: string; value: ReactNode; note?: ReactNode; tone?: 'ok' | 'warn' | 'bad' | 'muted' }

export const Stat = ({ label, value, note, tone = 'muted' }: StatProps) => (
  <StatBox>
    <chakra.dt color="muted" fontSize="sm" lineHeight="1.5">
      {label}
    </chakra.dt>
    <chakra.dd
      fontSize={{ base: 'xl', md: '2xl' }}
      fontWeight="bold"
      lineHeight="1.35"
      letterSpacing="-.01em"
      fontVariantNumeric="tabular-nums"
    >
      {value}
    </chakra.dd>
    {note && (
      <chakra.dd fontSize="xs" fontWeight="medium" color={tone} fontVariantNumeric="tabular-nums">
        {note}
      </chakra.dd>
    )}
  </StatBox>
)
