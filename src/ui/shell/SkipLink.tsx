import { chakra } from '@chakra-ui/react'
import { useUiWords } from '../words'

const Skip = chakra('a', {
  base: {
    position: 'fixed',
    zIndex: 'toast',
    top: 2,
    left: 2,
    px: 4,
    py: 2,
    borderRadius: 'm',
    bg: 'accent',
    color: 'onAccent',
    fontSize: '0.875rem',
    fontWeight: 'semibold',
    '&:not(:focus)': { clipPath: 'inset(50%)' },
  },
})

/** First element in the tab order: skips the menus, to `<main id="main">`. */
export const SkipLink = () => <Skip href="#main">{useUiWords().skip}</Skip>
