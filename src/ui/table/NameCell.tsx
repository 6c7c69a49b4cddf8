import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { inWidths } from '../Picture'

// One element describes all that lies in it: a list has twenty of them.
const Named = chakra('span', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: 3,
    minW: 0,
    // On a phone it is left of both lines of its row.
    '& > [data-media]': {
      position: { base: 'absolute', lg: 'relative' },
      left: { base: 'var(--row-start)', lg: 'auto' },
      top: { base: '50%', lg: 'auto' },
      transform: { base: 'translateY(-50%)', lg: 'none' },
      display: 'block',
      flex: 'none',
    },
    '& > [data-media] > [data-thumb]': {
      display: 'block',
      w: { base: '48px', lg: '56px' },
      h: { base: '48px', lg: '40px' },
      borderRadius: '8px',
      overflow: 'hidden',
      bg: 'sunken',
      '& > img': { w: '100%', h: '100%', objectFit: 'cover' },
      '&[data-thumb=empty]': { borderWidth: '1px', borderStyle: 'dashed', borderColor: 'borderStrong' },
    },
    '& > [data-texts]': { flex: 1, minW: { base: 0, xl: '150px' }, display: 'block' },
    '& > [data-texts] > [data-name]': {
      display: 'flex',
      alignItems: 'center',
      gap: 2,
      flexWrap: { lg: 'wrap' },
      fontWeight: 'bold',
      lineHeight: 1.4,
      overflowWrap: 'anywhere',
      wordBreak: 'auto-phrase',
      '& > [data-text]': { minW: 0, lineClamp: { base: 1, lg: 'none' } },
    },
    '& > [data-texts] > [data-note]': {
      display: { base: 'none', lg: 'block' },
      color: 'muted',
      fontSize: 'xs',
      lineHeight: 1.5,
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
      // The name decides how wide the column is, the note never does.
      contain: { lg: 'inline-size' },
    },
    // What people ask for it by stays: at the end of the name's line.
    '& > [data-numbered]': { display: { base: 'flex', lg: 'block' }, alignItems: 'baseline', gap: 2 },
    '& > [data-numbered] > [data-name]': { flex: { base: 1, lg: 'none' }, minW: 0 },
    '& > [data-numbered] > [data-note]': { display: 'block', flex: 'none', fontVariantNumeric: 'tabular-nums' },
    '& > [data-numbered] > [data-note] > [data-rest]': { display: { base: 'none', lg: 'inline' } },
  },
})

type NameCellProps = {
  name: ReactNode
  /** A line under the name; on a phone the other columns stand there. */
  note?: ReactNode
  /** What people ask for it by: before the note, and on a phone at the end of the name's line. */
  number?: string | undefined
  /** A picture's address; empty or null draws its place. */
  picture?: string | null
  /** Something else in the picture's place, at most 48 px wide: an avatar. */
  media?: ReactNode
  /** Beside the name: a badge. */
  mark?: ReactNode
}

/** A picture, a name and a line under it: what a main column usually holds. */
export const NameCell = ({ name, note, number, picture, media, mark }: NameCellProps) => (
  <Named>
    {(picture !== undefined || media) && (
      <span data-media>
        {media ?? (
          <span data-thumb={picture ? 'full' : 'empty'}>
            {/* biome-ignore lint/performance/noImgElement: pictures are stored in their widths (Picture). */}
            {picture && <img {...inWidths(picture, '56px')} alt="" loading="lazy" />}
          </span>
        )}
      </span>
    )}
    <span data-texts data-numbered={number ? true : undefined}>
      <span data-name>
        <span data-text>{name}</span>
        {mark}
      </span>
      {number ? (
        <span data-note>
          {number}
          {note && <span data-rest> · {note}</span>}
        </span>
      ) : (
        note && <span data-note>{note}</span>
      )}
    </span>
  </Named>
)
