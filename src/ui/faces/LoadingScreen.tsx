import { chakra } from '@chakra-ui/react'
import { useUiWords } from '../words'
import { Spinner } from './Spinner'

/** Shown while authentication is checked. Static: it is in the HTML before any script runs. */
export const LoadingScreen = () => (
  <chakra.div
    data-pending
    minH="70dvh"
    display="grid"
    placeContent="center"
    justifyItems="center"
    gap={4}
    color="muted"
  >
    <chakra.span color="accent">
      <Spinner size={28} />
    </chakra.span>
    <chakra.p fontSize="0.875rem">{useUiWords().checkingIdentity}</chakra.p>
  </chakra.div>
)
