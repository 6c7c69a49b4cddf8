import { AnimatePresence, domAnimation, LazyMotion } from 'framer-motion'
import { div as MovingBox } from 'framer-motion/m'
import type { CSSProperties, ReactNode } from 'react'

export type RevealProps = {
  open: boolean
  /** `fold` unfolds downwards, `rise` moves up from below. */
  way: 'fold' | 'rise'
  id?: string
  className?: string
  style?: CSSProperties
  children: ReactNode
}

const ways = {
  fold: {
    hidden: { height: 0, opacity: 0, overflow: 'hidden' },
    shown: { height: 'auto', opacity: 1, overflow: 'hidden' },
  },
  rise: { hidden: { y: 12, opacity: 0 }, shown: { y: 0, opacity: 1 } },
}

export const MovingReveal = ({ open, way, children, ...box }: RevealProps) => (
  <LazyMotion features={domAnimation} strict>
    <AnimatePresence initial={false}>
      {open && (
        <MovingBox
          {...box}
          initial={ways[way].hidden}
          animate={ways[way].shown}
          exit={ways[way].hidden}
          transition={{ duration: 0.16, ease: 'easeOut' }}
        >
          {children}
        </MovingBox>
      )}
    </AnimatePresence>
  </LazyMotion>
)
