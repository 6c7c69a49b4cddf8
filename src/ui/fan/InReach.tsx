import { chakra } from '@chakra-ui/react'
import { type ReactNode, useEffect } from 'react'

/**
 * On a phone in reach, whatever is read; for everybody, so that nothing moves once a fan is known. `tall`: more than a button,
 * for which the end of the page leaves more room (FanFrame).
 */
export const InReach = ({ tall = false, children }: { tall?: boolean; children: ReactNode }) => {
  useEffect(() => {
    if (!window.matchMedia?.('(max-width: 767px)').matches) return
    // What is said stands above it (ui/overlay/Toaster.tsx).
    document.documentElement.style.setProperty('--save-bar', tall ? '144px' : '72px')
    return () => void document.documentElement.style.removeProperty('--save-bar')
  }, [tall])
  return (
    <chakra.div
      position={{ base: 'fixed', md: 'static' }}
      insetX={0}
      bottom={0}
      zIndex={1}
      px={{ base: 5, md: 0 }}
      pt={{ base: 3, md: 0 }}
      pb={{ base: 'calc(12px + env(safe-area-inset-bottom))', md: 0 }}
      bg="surface"
      borderTopWidth={{ base: '1px', md: 0 }}
      borderColor="border"
      data-in-reach={tall ? 'tall' : ''}
    >
      {children}
    </chakra.div>
  )
}
