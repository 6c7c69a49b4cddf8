import { LazyMotion, MotionConfig } from 'framer-motion'
import type { ReactNode } from 'react'

const features = () => import('./motionFeatures').then((m) => m.default)

/** Motion explains and stays under 200 ms. What moves arrives after the first paint; none with reduced motion. */
export const Motion = ({ children }: { children: ReactNode }) => (
  <LazyMotion features={features} strict>
    <MotionConfig reducedMotion="user" transition={{ duration: 0.16, ease: 'easeOut' }}>
      {children}
    </MotionConfig>
  </LazyMotion>
)
