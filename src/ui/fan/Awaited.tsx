import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'

const ForVisitors = chakra('div', { base: { 'html[data-known] &': { display: 'none' } } })
const ForKnown = chakra('div', { base: { display: 'none', 'html[data-known] &': { display: 'block' } } })

type AwaitedProps = {
  /** Whether it is not known yet who looks, or what is theirs. */
  isWaiting: boolean
  isKnown: boolean
  skeleton: ReactNode
  children: ReactNode
}

/**
 * What a visitor sees, in the HTML; where somebody was signed in before (kit/knownBefore.ts), a skeleton in its place until
 * their own answer is there, so that nothing is shown as closed that is open.
 */
export const Awaited = ({ isWaiting, isKnown, skeleton, children }: AwaitedProps) => {
  if (!isWaiting) return children
  if (isKnown) return skeleton
  return (
    <>
      <ForVisitors>{children}</ForVisitors>
      <ForKnown aria-hidden>{skeleton}</ForKnown>
    </>
  )
}
