import { chakra } from '@chakra-ui/react'
import { Link } from '#ui/Link.tsx'
import { ChevronRightIcon } from '#ui/look/icons.tsx'

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
