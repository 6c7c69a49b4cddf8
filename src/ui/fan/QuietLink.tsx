import { chakra } from '@chakra-ui/react'
import { Link } from '../Link'

/** A link in a second row of choices, quieter than `ChipLink`; `aria-current` marks the selected one. */
export const QuietLink = chakra(Link, {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    minH: '44px',
    fontSize: '0.875rem',
    color: 'muted',
    _hover: { textDecoration: 'underline' },
    '&[aria-current]': { color: 'text', fontWeight: 'semibold' },
  },
})
