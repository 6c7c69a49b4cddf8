import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { Picture } from '#ui/Picture.tsx'

/** The pictures of a live, where nothing plays: words over its thumbnail, or the place that the player takes. */
export const LiveStage = ({ thumbnail, children }: { thumbnail: string; children?: ReactNode }) => (
  <chakra.div position="relative" aspectRatio="16 / 9" overflow="hidden" borderRadius="l" bg="black" mb={3}>
    {thumbnail && <Picture src={thumbnail} sizes="(min-width: 1024px) 820px, 100vw" w="100%" h="100%" opacity={0.25} />}
    {children}
  </chakra.div>
)
