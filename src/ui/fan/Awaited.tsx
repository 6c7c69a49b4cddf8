import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'

// It stays in its place once the reader is known: what was opened or typed in it stays as well.
const ForVisitors = chakra('div', { base: { 'html[data-known] &': { '&[data-waiting]': { display: 'none' } } } })
const ForKnown = chakra('div', { base: { display: 'none', 'html[data-known] &': { display: 'block' } } })

type AwaitedProps = {
  /** Whether the user, or the user's data, is not known yet. */
  isWaiting: boolean
  isKnown: boolean
  skeleton: ReactNode
  children: ReactNode
}

/**
 * The visitor's version, in the HTML; where a user was signed in before (kit/knownBefore.ts), a skeleton instead until
 * the fan's own data is there, so that nothing is shown as closed that is open.
 */
export const Awaited = ({ isWaiting, isKnown, skeleton, children }: AwaitedProps) =>
  isWaiting && isKnown ? (
    skeleton
  ) : (
    <>
      <ForVisitors data-waiting={isWaiting || undefined}>{children}</ForVisitors>
      {isWaiting && <ForKnown aria-hidden>{skeleton}</ForKnown>}
    </>
  )
