import { chakra } from '@chakra-ui/react'
import { Link } from '../Link'

/** Opens in a new tab, so that unsaved input on this page is kept. */
export const TabLink = ({ href, children }: { href: string; children: string }) => (
  <chakra.span color="accentText" textDecoration="underline">
    <Link href={href} target="_blank">
      {children}
    </Link>
  </chakra.span>
)
