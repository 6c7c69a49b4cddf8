import { chakra } from '@chakra-ui/react'
import { Link } from '../Link'

/** A figure that links to its rows. Styled inconspicuously, since a table may contain many of them. */
export const FigureLink = chakra(Link, {
  base: {
    color: 'inherit',
    textDecoration: 'underline',
    textDecorationColor: 'border',
    textUnderlineOffset: '3px',
    _hover: { color: 'accentText', textDecorationColor: 'currentColor' },
  },
})
