import { chakra } from '@chakra-ui/react'
import { Bone, boneWidths } from '#ui/faces/Skeleton.tsx'
import { Link } from '#ui/Link.tsx'
import { ChevronRightIcon } from '#ui/look/icons.tsx'
import { useUiWords } from '#ui/words.tsx'

/** Rows of a home: each leads to what it counts or names. */
export const RowLink = chakra(Link, {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: 3,
    px: { base: 4, md: 5 },
    py: 3,
    borderTopWidth: '1px',
    borderColor: 'border',
    _hover: { bg: 'hover' },
    _focusVisible: { outlineOffset: '-2px' },
  },
})
export const Count = chakra('span', {
  base: {
    flex: 'none',
    minW: '40px',
    px: 2.5,
    py: 1,
    borderRadius: 'full',
    textAlign: 'center',
    fontSize: 'sm',
    fontWeight: 'bold',
    lineHeight: '1.3',
    fontVariantNumeric: 'tabular-nums',
  },
  variants: { urgent: { true: { bg: 'warnSubtle', color: 'warn' }, false: { bg: 'sunken', color: 'text' } } },
})

export const RowText = ({ title, text }: { title: string; text?: string }) => (
  <chakra.span flex="1" minW="0">
    <chakra.span display="block" fontWeight="semibold" fontSize="0.875rem" overflowWrap="anywhere">
      {title}
    </chakra.span>
    {text && (
      <chakra.span display="block" color="muted" fontSize="sm" wordBreak="auto-phrase">
        {text}
      </chakra.span>
    )}
  </chakra.span>
)
export const Arrow = () => (
  <chakra.span color="muted" flex="none">
    <ChevronRightIcon size={16} />
  </chakra.span>
)

const Line = ({ w, size }: { w: string; size: 'sm' | '0.875rem' }) => (
  <chakra.span display="flex" alignItems="center" h="1.7em" fontSize={size}>
    <Bone w={w} />
  </chakra.span>
)

/** Rows that are on their way, as tall as those that come. */
export const SkeletonRows = ({ rows = boneWidths.length }: { rows?: number | undefined }) => {
  const words = useUiWords()
  return (
    <chakra.div role="status" aria-label={words.loading}>
      {boneWidths.slice(0, rows).map((w) => (
        <chakra.div key={w} px={{ base: 4, md: 5 }} py={3} borderTopWidth="1px" borderColor="border">
          <Line w={w} size="0.875rem" />
          <Line w="45%" size="sm" />
        </chakra.div>
      ))}
    </chakra.div>
  )
}

/** What people did, on its way: a face and three lines. */
export const SkeletonActs = ({ rows = boneWidths.length }: { rows?: number | undefined }) => {
  const words = useUiWords()
  return (
    <chakra.div role="status" aria-label={words.loading} display="grid" gap={4}>
      {boneWidths.slice(0, rows).map((w) => (
        <chakra.div key={w} display="flex" gap={3}>
          <Bone w="28px" h="28px" borderRadius="full" flex="none" />
          <chakra.div flex="1">
            <Line w={w} size="sm" />
            <Line w="80%" size="sm" />
            <Line w="35%" size="sm" />
          </chakra.div>
        </chakra.div>
      ))}
    </chakra.div>
  )
}
