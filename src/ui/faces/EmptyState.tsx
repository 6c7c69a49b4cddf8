import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'

const Box = chakra('div', {
  base: {
    display: 'grid',
    justifyItems: 'center',
    textAlign: 'center',
    gap: 2,
    px: 5,
    py: { base: 10, md: 14 },
    maxW: '520px',
    mx: 'auto',
  },
})
export const FaceIcon = chakra('span', {
  base: {
    display: 'grid',
    placeItems: 'center',
    w: '52px',
    h: '52px',
    mb: 1,
    borderRadius: 'l',
    bg: 'accentSubtle',
    color: 'accentText',
  },
})

type EmptyStateProps = { icon?: ReactNode; title: string; text?: ReactNode; action?: ReactNode; level?: 1 | 2 }

/** The purpose of this place, and the next step. */
export const EmptyState = ({ icon, title, text, action, level = 2 }: EmptyStateProps) => (
  <Box>
    {icon && <FaceIcon>{icon}</FaceIcon>}
    <chakra.h2 as={level === 1 ? 'h1' : 'h2'} fontSize="lg">
      {title}
    </chakra.h2>
    {text && (
      <chakra.div color="muted" fontSize="0.875rem" textWrap="balance" wordBreak="auto-phrase" overflowWrap="anywhere">
        {text}
      </chakra.div>
    )}
    {action && (
      <chakra.div mt={3} display="flex" flexWrap="wrap" gap={2} justifyContent="center">
        {action}
      </chakra.div>
    )}
  </Box>
)
