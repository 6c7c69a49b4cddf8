import { chakra } from '@chakra-ui/react'

const Track = chakra('div', {
  base: { w: '100%', h: '6px', borderRadius: 'full', overflow: 'hidden', bg: 'border' },
})
const Fill = chakra('div', {
  base: { h: '100%', borderRadius: 'full', bg: 'accent', transition: 'width .16s ease-out' },
})

/** Progress of a long task in percent; show the number as text beside it, too. */
export const Progress = ({ percent, label }: { percent: number; label: string }) => (
  <Track role="progressbar" aria-label={label} aria-valuenow={percent} aria-valuemin={0} aria-valuemax={100}>
    <Fill style={{ width: `${percent}%` }} />
  </Track>
)
