import { chakra } from '@chakra-ui/react'
import { Link } from '../Link'

/** A figure that opens the rows behind it: quietly, since a table may hold many of them. */
export const FigureLink = chakra(Link, {
  base: {
    color: 'inherit',
    textDecoration: 'underline',
    textDecorationColor: 'border',
    textUnderlineOffset: '3px',
    _hover: { color: 'accentText', textDecorationColor: 'currentColor' },
  },
})
