import { chakra } from '@chakra-ui/react'
import { Link } from '../Link'

/** A link in a row of choices; `aria-current` marks the selected one. */
export const ChipLink = chakra(Link, {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    minH: '44px',
    px: 4,
    borderRadius: 'full',
    borderWidth: '1px',
    borderColor: 'borderStrong',
    fontSize: '0.875rem',
    fontWeight: 'semibold',
    flexShrink: 0,
    maxW: '100%',
    _hover: { bg: 'sunken' },
    '&[aria-current]': { bg: 'var(--brand-subtle)', borderColor: 'var(--brand-text)', color: 'var(--brand-text)' },
  },
})
