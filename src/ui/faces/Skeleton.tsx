import { chakra } from '@chakra-ui/react'
import { useUiWords } from '../words'

/** A grey bar where text will stand. */
export const Bone = chakra(
  'span',
  {
    base: {
      display: 'block',
      borderRadius: 's',
      bg: 'border',
      animation: 'breathe 1.4s ease-in-out infinite',
      h: '12px',
    },
  },
  // A page that shows one is not loaded yet (client/outside.ts).
  { defaultProps: { 'data-pending': true } },
)

/** Lengths of lines, as a text has them. */
export const boneWidths = ['72%', '58%', '66%', '49%', '81%', '62%', '54%', '76%', '45%', '69%', '51%', '78%'] as const

/** At most twelve lines of different length; screen readers hear once that it is loading. */
export const SkeletonText = ({ lines = 3 }: { lines?: number }) => {
  const words = useUiWords()
  return (
    <chakra.div role="status" aria-label={words.loading} display="grid" gap={3}>
      {boneWidths.slice(0, lines).map((width) => (
        <Bone key={width} w={width} />
      ))}
    </chakra.div>
  )
}

export const SkeletonCards = ({ cards = 3, minWidth = 260 }: { cards?: number; minWidth?: number }) => {
  const words = useUiWords()
  return (
    <chakra.div
      role="status"
      aria-label={words.loading}
      display="grid"
      gap={4}
      style={{ gridTemplateColumns: `repeat(auto-fill, minmax(min(${minWidth}px, 100%), 1fr))` }}
    >
      {boneWidths.slice(0, cards).map((width) => (
        <chakra.div key={width} bg="surface" borderWidth="1px" borderColor="border" borderRadius="l" overflow="hidden">
          <Bone h="112px" borderRadius="0" />
          <chakra.div p={4} display="grid" gap={3}>
            <Bone w={width} h="14px" />
            <Bone w="85%" />
          </chakra.div>
        </chakra.div>
      ))}
    </chakra.div>
  )
}
